"""Serves the app as the service does: static files with its policy, all else from the service."""
import http.client
import http.server
import pathlib
import urllib.parse

assets = pathlib.Path(__file__).resolve().parents[2] / "Sources/BackstackWeb/Assets"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
          "require-trusted-types-for 'script'; trusted-types 'none'")
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript",
         ".svg": "image/svg+xml"}


class AppPages(http.server.BaseHTTPRequestHandler):
    backend = None
    requests = []

    def respond(self):
        path = urllib.parse.urlsplit(self.path).path
        if path.startswith(("/app/", "/client/")):
            file = assets / (path[1:] + ("index.html" if path.endswith("/") else ""))
            if ".." in path or file.suffix not in TYPES or not file.is_file():
                return self.send_error(404)
            content = file.read_bytes()
            AppPages.requests.append(path)
            self.send_response(200)
            self.send_header("Content-Type", TYPES[file.suffix])
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            return self.wfile.write(content)
        self.pass_on()

    def pass_on(self):
        url = urllib.parse.urlsplit(AppPages.backend)
        connection = http.client.HTTPConnection(url.hostname, url.port)
        length = int(self.headers.get("Content-Length") or 0)
        content = self.rfile.read(length) if length else None
        headers = {name: value for name, value in self.headers.items()
                   if name.lower() not in ("host", "connection", "origin")}
        try:
            connection.request(self.command, self.path, content, headers)
            response = connection.getresponse()
            self.send_response(response.status)
            for name, value in response.getheaders():
                if name.lower() not in ("connection", "transfer-encoding"):
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            while part := response.read1(65536):
                self.wfile.write(part)
                self.wfile.flush()
        except (OSError, http.client.HTTPException):
            self.close_connection = True
        finally:
            connection.close()

    do_GET = do_POST = do_DELETE = do_PUT = respond

    def log_message(self, *_):
        pass
