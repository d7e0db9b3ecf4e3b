"""The small pages behind links in emails. They need no script and no file besides themselves."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from trunkline.util.messages import gettext, language

STYLE = """
:root { color-scheme: light dark; font-family: Inter, system-ui, "Segoe UI", "Noto Sans", sans-serif;
  line-height: 1.45; }
body { margin: 0; padding: 1rem; background: light-dark(#f6f5f1, #14181c);
  color: light-dark(#1d232a, #e9ecee); }
main { max-width: 26rem; margin: 10vh auto 0; padding: 1.2rem 1.4rem; overflow-wrap: anywhere;
  background: light-dark(#ffffff, #1d2329); border: 1px solid light-dark(#d5d2c8, #37404a);
  border-radius: 0.6rem; }
h1 { margin: 0 0 0.6rem; font-size: 1.3rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; margin-top: 1.2rem; }
a { color: light-dark(#0b5d8a, #6db8e8); padding: 0.6rem 0; }
button { min-height: 2.7rem; padding: 0.4rem 1.2rem; border: 0; border-radius: 0.5rem; font: inherit;
  font-weight: 600; cursor: pointer; background: light-dark(#0b5d8a, #6db8e8);
  color: light-dark(#ffffff, #0d1216); }
"""
"""The style of these pages, with the colours of the client."""
STYLE_SOURCE = f"'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"
"""The source expression that allows this style in a content security policy."""
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin"><title>{title} – Trunkline</title>
<link rel="icon" href="/icon.svg"><style>{style}</style></head>
<body><main><h1>{title}</h1><p>{text}</p>{form}
<nav><a href="/">{server}</a><a href="/notices">{notices}</a></nav></main></body></html>
"""


def link_page(title: str, text: str, button: str = "") -> str:
    """Return a page with a title and a text. With a button, it sends the same address again by POST."""
    form = f'<form method="post"><button>{escape(button)}</button></form>' if button else ""
    return PAGE.format(
        language=language(),
        title=escape(title),
        text=escape(text),
        form=form,
        style=STYLE,
        server=escape(gettext("To the server")),
        notices=escape(gettext("Your notices")),
    )
