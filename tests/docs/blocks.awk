# Takes the fenced code blocks out of a Markdown page: awk -v to=FOLDER -f blocks.awk PAGE.md
#
# Each becomes a file FOLDER/0001.bash, named by its place and language; its first line is the line in the page.
# Blocks of other languages are left where they are.

/^```/ && !inside {
    inside = 1
    language = substr($0, 4)
    wanted = language ~ /^(bash|console|c|output)$/
    if (wanted) {
        file = sprintf("%s/%04d.%s", to, ++count, language)
        print FNR > file
    }
    next
}

/^```/ {
    inside = 0
    if (wanted) close(file)
    wanted = 0
    next
}

wanted { print > file }

END {
    if (inside) {
        print FILENAME ": a block without end" > "/dev/stderr"
        exit 1
    }
}
