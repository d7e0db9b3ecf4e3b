"""How a drawing that stands alone looks; a page may give the same class names other colours.

Drawings hold no style attributes, which a page with a strict policy would not apply: what differs from piece
to piece (a colour, the size of a name) stands in attributes of SVG, and no rule here may speak of those.
"""

from __future__ import annotations

STYLE = """
text{font-family:"Noto Sans","DejaVu Sans",Arial,sans-serif;
  text-anchor:middle}
.value,.label,.name,.number,.cost,.icon,.price,.arrow{fill:#1d232a}
.hex{stroke:#8b9184;stroke-width:1.5}
.plain{fill:#dbe6cd}.yellow{fill:#f3d15c}.green{fill:#6fb56c}.brown{fill:#b98a5e}.gray{fill:#b9bcc0}
.red{fill:#dd7f72}.blue,.lake{fill:#a9d2e8}.impassable{fill:#c9d3da}
.bed{fill:none;stroke:#fff;stroke-width:19;opacity:.75}.rail{fill:none;stroke:#1d232a;stroke-width:11}
.exit{fill:#1d232a}.ferry{fill:none;stroke:#2f6f9f;stroke-width:6;stroke-dasharray:12 8}
.slot{fill:#fff;stroke:#1d232a;stroke-width:3}.dot{fill:#1d232a;stroke:#fff;stroke-width:3}
.pill{fill:#fff;stroke:#1d232a;stroke-width:2}
.city{fill:#1d232a;stroke:#1d232a;stroke-linejoin:round}.ground{fill:#fff;stroke:#fff;stroke-linejoin:round}
.value{font-size:19px;font-weight:600}.label{font-size:27px;font-weight:700}
.number{font-size:13px;opacity:.75}.cost{font-size:19px;font-weight:600}.icon{font-size:19px}
.blocked{stroke:#1f5f99;stroke-width:12;stroke-linecap:round}
.token{stroke:#1d232a;stroke-width:2.5}.token-name{font-weight:700}
.box{fill:#fbfaf6;stroke:#b6b2a6}.par{fill:#f6e7a8}.zone-yellow{fill:#f5dd7e}.zone-brown{fill:#d3ab80}
.zone-closed{fill:#b9bcc0}.price{font-size:15px}.arrow{font-size:14px;opacity:.6}
.run{fill:none;stroke-width:9;stroke-linecap:round;stroke-linejoin:round;opacity:.9}
""".strip()
