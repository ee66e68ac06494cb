"""The story of docs/agents.md, run as it is written there."""
import asyncio
import pathlib
import re
import sys

ARTICLE = pathlib.Path(__file__).resolve().parents[2] / "docs/agents.md"


def blocks(language):
    text = ARTICLE.read_text().split("\n## A story\n")[1]
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def masked(text):
    """The text without what differs from run to run, and without blanks at the ends of lines."""
    text = re.sub(r"\b[0-9a-f]{32}\b", "ID", text)
    text = re.sub(r"(?!0000)[0-9A-F]{8}(-[0-9A-F]{4,12})+…?|[0-9A-F-]+…", "ID", text)
    return text.strip()


async def story(server):
    """the story of the documentation prints what the documentation says."""
    code = blocks("python")[0].replace("http://127.0.0.1:8080", server.url)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    assert process.returncode == 0
    assert masked(output.decode()) == masked(blocks("text")[0]), output.decode()


CHECKS = [story]
