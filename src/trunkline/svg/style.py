"""Style sheet of standalone drawings. A page may give the same class names other colours.

Drawings have no style attributes, because a page with a strict policy would not apply them. Anything that
differs from piece to piece (a colour, the size of letters) is an SVG attribute, which no rule here may set.
Anything that changes during the game (the current values) uses inherited variables, because a selector of a
page cannot reach into a symbol that it shows.
"""

from __future__ import annotations

STYLE = """
text{font-family:"Noto Sans","Segoe UI","DejaVu Sans",Arial,sans-serif;text-anchor:middle}
.value,.name,.number,.cost,.price,.arrow{fill:#14181c}.hex{stroke:#8d9488;stroke-width:1.5}.plain{fill:#e5ecd9}
.yellow{fill:#f5d565}.green{fill:#7fcda5}.brown{fill:#c78e56}.gray{fill:#b7bbc5}.red{fill:#e6897f}
.blue,.lake{fill:#bbe6fa}.impassable{fill:#dfe2e2}
.bed{fill:none;stroke:#fff;stroke-width:22;opacity:.85}.rail{fill:none;stroke:#14181c;stroke-width:11}
.exit{fill:#14181c}.ferry{fill:none;stroke:#1f5f99;stroke-width:7;stroke-dasharray:12 8}
.slot{fill:#fff;stroke:#14181c;stroke-width:3}.dot{fill:#14181c;stroke:#fff;stroke-width:4}
.pill{fill:#fff;stroke:#14181c;stroke-width:2}.pay{stroke:#14181c}
.city{fill:#14181c;stroke:#14181c;stroke-linejoin:round}.ground{fill:#fff;stroke:#fff;stroke-linejoin:round}
.value,.cost,.name,.label{font-weight:700}.label{fill:#fff}.badge{fill:#14181c;stroke:#fff;stroke-width:1.5}
.number{font-weight:600;opacity:.7;stroke:#fff;stroke-width:6}
.name,.cost,.number{paint-order:stroke;stroke-linejoin:round}.name{stroke-width:9}.cost{stroke-width:8}
.on-plain{stroke:#f5f8f1}.on-yellow{stroke:#fbefc4}.on-green{stroke:#ceecdd}.on-brown{stroke:#ead4bf}
.on-gray{stroke:#e4e5e9}.on-red{stroke:#f6d2ce}.on-impassable{stroke:#f3f4f4}.on-blue,.on-lake{stroke:#e5f6fd}
.height{fill:#6f5a45}.wave{fill:none;stroke:#1f5f99;stroke-width:4.5;stroke-linecap:round}
.mark{fill:#fff;stroke:#1f5f99;stroke-width:2.5}.sign{fill:none;stroke:#1f5f99;stroke-width:3;stroke-linecap:round}
.crossing{fill:none;stroke:#1f5f99;stroke-width:9}
.gem{fill:#f6c829;stroke:#14181c;stroke-width:2}
.blocked{fill:none;stroke:#1f5f99;stroke-width:12;stroke-linecap:round}
.token{stroke:#14181c;stroke-width:2.5}.token-name{font-weight:700}
[data-era]{--in-0:0;--in-1:0;--in-2:0;--in-3:0}[data-era="0"]{--in-0:1}[data-era="1"]{--in-1:1}
[data-era="2"]{--in-2:1}[data-era="3"]{--in-3:1}
.worth-0{--in:var(--in-0,1)}.worth-1{--in:var(--in-1,1)}.worth-2{--in:var(--in-2,1)}.worth-3{--in:var(--in-3,1)}
.worth-0.worth-1{--in:max(var(--in-0,1),var(--in-1,1))}.worth-1.worth-2{--in:max(var(--in-1,1),var(--in-2,1))}
.worth-2.worth-3{--in:max(var(--in-2,1),var(--in-3,1))}.worth-0.worth-1.worth-2{--in:1}
.paper{fill:#fff}.pay{opacity:calc(.5 + .5*var(--in,1));stroke-width:calc(1.5px + 2.5px*var(--in,0))}
.worth .value{opacity:calc(.75 + .25*var(--in,1))}
.box{fill:#fbfaf6;stroke:#b6b2a6}.par{fill:#f6e7a8}.zone-yellow{fill:#f5dd7e}.zone-brown{fill:#d3ab80}
.zone-orange{fill:#f0b878}.zone-closed{fill:#b9bcc0}.price{font-size:15px}.arrow{font-size:14px;opacity:.6}
.run{fill:none;stroke-width:9;stroke-linecap:round;stroke-linejoin:round;opacity:.9}
""".strip()
