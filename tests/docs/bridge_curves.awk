# The curves of one figure of the bridge against histories of the same cases:
# awk -v column=2 -v scale=1000 -f bridge_curves.awk FIGURE.gp FIGURE.svg FRESH.svg HISTORY.csv…
#
# A figure has sixteen panels, the cases of the histories in that order; script and picture say where they are. The curve
# is thinned: a row of the history lies within 0.4 pixels of it (papers/chanda_bridge.c), and its own points are rows. The
# tolerance of half a pixel has room for the 0.06 pixels between rows and for two digits of pixels in the picture.
#
# A curve is called known as long as a change of the gap by 1e-12 moves it by less than a fiftieth of the gap. The last
# bits of another processor are a ten-thousandth of that change: no pixel, but perhaps one impact sooner or later, which
# are less than a second apart. What is chaotic must go on from there to the end, within its panel.

BEGIN { tolerance = 0.5; FS = "," }

FNR == 1 { file++; row = 0 }

# ---- The script: where the panels are ----

file == 1 && /^set terminal/ { size = number_after("size ") }
file == 1 && /^set multiplot/ {
    split($0, part, /margins |spacing /)
    split(part[2], margin, ",")
    split(part[3], gap, ",")
    width = size * (margin[2] - margin[1] - 2 * gap[1]) / 3
    height = size * (margin[4] - margin[3] - 5 * gap[2]) / 6
    pixels_a_second = width / 20
}
file == 1 && /^set yrange/ { top_of[panels++] = -number_after("\\[") }

function number_after(pattern) {
    return match($0, pattern) ? substr($0, RSTART + RLENGTH) + 0 : 0
}

function left(p) { return size * margin[1] + p % 3 * (width + size * gap[1]) }
function middle(p) { return size * (1 - margin[4]) + int(p / 3) * (height + size * gap[2]) + height / 2 }

# ---- The pictures: points of the curves in pixels; the second one only for where the known part ends ----

file == 2 || file == 3 {
    if (match($0, /<title>(known|chaotic)</)) {
        kind = substr($0, RSTART + 7, RLENGTH - 8)
        p = 0 + seen[file, kind]++
    }
    if (kind != "") take_points()
    if (/^\t<\/g>/) kind = ""
}

function take_points(    n, i, at, pair, points) {
    n = split($0, points, /[ML]/)
    for (i = 2; i <= n; i++) {
        split(points[i], pair, /[,' ]/)
        if (kind == "known") end[file, p] = pair[1]
        if (file == 2 && kind == "known") { at = count[p]++; x[p, at] = pair[1]; y[p, at] = pair[2] }
        if (file == 2 && kind == "chaotic") take_chaotic(pair[1], pair[2])
    }
}

function take_chaotic(at, value) {
    if (!(p in first)) first[p] = at
    last[p] = at
    if (value < middle(p) - height / 2 || value > middle(p) + height / 2) fault(p, "the chaotic part leaves its panel")
}

# ---- The histories, one after another ----

file > 3 && FNR > 1 {
    p = file - 4
    if (FNR == 2) { rows = 0; at_curve = 0 }
    hx[rows] = left(p) + $1 * pixels_a_second
    hy[rows] = middle(p) - scale * $column / top_of[p] * height / 2
    if (hx[rows] <= end[2, p] && !near_curve(hx[rows], hy[rows])) fault(p, "is not there at " $1 " s")
    if (++rows && $1 >= 20) compare_points()
}

# pixels from a point to the straight piece between two others
function distance(px, py, ax, ay, bx, by,    dx, dy, along, length2) {
    dx = bx - ax; dy = by - ay; length2 = dx * dx + dy * dy
    along = length2 > 0 ? ((px - ax) * dx + (py - ay) * dy) / length2 : 0
    if (along < 0) along = 0
    if (along > 1) along = 1
    return sqrt((px - ax - along * dx) ^ 2 + (py - ay - along * dy) ^ 2)
}

# times only grow: pieces that ended before the last point are never needed again
function near_curve(px, py,    i) {
    while (at_curve + 2 < count[p] && x[p, at_curve + 1] < px - tolerance) at_curve++
    for (i = at_curve; i + 1 < count[p] && x[p, i] <= px + tolerance; i++)
        if (distance(px, py, x[p, i], y[p, i], x[p, i + 1], y[p, i + 1]) <= tolerance) return 1
    return 0
}

function near_history(px, py,    i) {
    while (at_history + 2 < rows && hx[at_history + 1] < px - tolerance) at_history++
    for (i = at_history; i + 1 < rows && hx[i] <= px + tolerance; i++)
        if (distance(px, py, hx[i], hy[i], hx[i + 1], hy[i + 1]) <= tolerance) return 1
    return 0
}

function compare_points(    i) {
    compared++
    at_history = 0
    for (i = 0; i < count[p]; i++)
        if (!near_history(x[p, i], y[p, i])) { fault(p, "has a point that is not in the history"); return }
    if (end[2, p] - end[3, p] > pixels_a_second || end[3, p] - end[2, p] > pixels_a_second)
        fault(p, "is known up to another time")
    if ((p in first) && first[p] - end[2, p] > tolerance) fault(p, "has a hole before it is chaotic")
    if (((p in last) ? last[p] : end[2, p]) < left(p) + width - tolerance) fault(p, "does not go on to the end")
}

function fault(p, text) {
    if (!(p in wrong)) printf "panel %d: the curve %s\n", p + 1, text
    wrong[p]
    faults++
}

END {
    if (panels != 16 || compared != 16) { print "panels or histories are missing"; faults++ }
    exit faults > 0
}
