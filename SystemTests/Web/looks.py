"""Every screen of the demo from right to left, where it is the mirror of that from left to right, and on paper."""
from drawn import App
from gallery import SCREENS, Gallery


def every_screen(app, server):
    boxes = texts = 0
    for name, (fragment, steps) in SCREENS.items():
        app.lead_to(fragment, steps)
        for width in (App.wide, App.narrow):
            app.size(width)
            boxes += app.turn(name)
            texts += app.print(f"{name} {width}")
    return f"{boxes} boxes, {texts} texts"


TESTS = [every_screen]


def run(binary):
    import app
    app.run(binary, tests=TESTS, make=Gallery)
