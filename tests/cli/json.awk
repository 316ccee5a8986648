# Reads one JSON value and prints it flat, a line per leaf: .rows[0].model "flores". Ends with status 1 when it is none.
#
# A whole parser, small: the tests need to know that what is printed is JSON, and need no package for that.

{ text = text $0 "\n" }

END {
    at = 1
    value("")
    blanks()
    if (at <= length(text)) fail("something after the value")
}

function fail(what) {
    print "json.awk: " what " at byte " at > "/dev/stderr"
    exit 1
}

function blanks() {
    while (at <= length(text) && index(" \t\n\r", substr(text, at, 1))) at++
}

# takes what the pattern matches right here; "" when it does not match
function take(pattern,    found) {
    if (!match(substr(text, at, 400), "^(" pattern ")")) return ""
    found = substr(text, at, RLENGTH)
    at += RLENGTH
    return found
}

function expect(letter) {
    blanks()
    if (substr(text, at, 1) != letter) fail("no " letter)
    at++
}

# a string, quotes included; long ones are taken piece by piece
function string(    found, piece) {
    if (substr(text, at, 1) != "\"") fail("no string")
    at++
    found = "\""
    while ((piece = take("[^\"\\\\]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]")) != "") {
        if (piece ~ /[\n\t]/) fail("a control character in a string")
        found = found piece
    }
    if (substr(text, at, 1) != "\"") fail("a string without end")
    at++
    return found "\""
}

function value(path,    leaf) {
    blanks()
    leaf = substr(text, at, 1)
    if (leaf == "{") return object(path)
    if (leaf == "[") return array(path)
    if (leaf == "\"") leaf = string()
    else leaf = take("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?")
    if (leaf == "") fail("no value")
    print path " " leaf
}

function object(path,    key) {
    at++
    blanks()
    if (substr(text, at, 1) == "}") { at++; return }
    do {
        blanks()
        key = string()
        if ((path, key) in seen) fail("a key twice: " key)
        seen[path, key] = 1
        expect(":")
        value(path "." substr(key, 2, length(key) - 2))
        blanks()
        leaf = substr(text, at++, 1)
    } while (leaf == ",")
    if (leaf != "}") { at--; fail("an object without end") }
}

function array(path,    i) {
    at++
    blanks()
    if (substr(text, at, 1) == "]") { at++; return }
    i = 0
    do {
        value(path "[" i++ "]")
        blanks()
        leaf = substr(text, at++, 1)
    } while (leaf == ",")
    if (leaf != "]") { at--; fail("an array without end") }
}
