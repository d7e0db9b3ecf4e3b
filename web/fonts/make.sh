#!/bin/sh
# Makes inter-latin.woff2 from the font of the package @fontsource-variable/inter: the weights from 400 up, and only
# the features that the page uses. It is 32 kB instead of 48 kB, which counts in a first visit. It needs fonttools:
#
#     pip install fonttools brotli && web/fonts/make.sh
set -e
cd "$(dirname "$0")"
from=../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2
work=$(mktemp -d)
pyftsubset "$from" --unicodes='*' --layout-features=calt,ccmp,kern,tnum --output-file="$work/part.ttf"
fonttools varLib.instancer "$work/part.ttf" wght=400:900 --output "$work/weights.ttf"
fonttools ttLib.woff2 compress -o inter-latin.woff2 "$work/weights.ttf"
rm -r "$work"
