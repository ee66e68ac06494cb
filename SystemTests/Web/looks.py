"""Every screen of the demo from right to left, where it is the mirror of that from left to right, and on paper, where dates
are in Arabic."""
from drawn import App
from gallery import SCREENS, Gallery


class Arabic(Gallery):
    def size(self, *size, **options):
        super().size(*size, **options)
        # Each tab has its own, which takes no other before it is taken away.
        for locale in ("", "ar-EG"):
            self.driver.execute_cdp_cmd("Emulation.setLocaleOverride", {"locale": locale})


def every_screen(app, server):
    boxes = texts = arabic = 0
    for name, (fragment, steps) in SCREENS.items():
        # A counter would close itself meanwhile.
        app.lead_to(fragment, [step for step in steps if step != "Start the timer"])
        for width in (App.wide, App.narrow):
            app.size(width)
            boxes += app.turn(name)
            texts += app.print(f"{name} {width}")
        arabic += any(digit in app.find("#stage").text for digit in "٠١٢٣٤٥٦٧٨٩")
    assert arabic, "no date is in Arabic"
    return f"{boxes} boxes, {texts} texts, {arabic} screens with Arabic digits"


TESTS = [every_screen]


def run(binary):
    import app
    app.run(binary, tests=TESTS, make=Arabic)
