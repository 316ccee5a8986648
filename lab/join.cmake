# Puts files one after the other: cmake -DOUTPUT= -DFILES= -P join.cmake

set(all "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  string(APPEND all "${text}")
endforeach()
file(WRITE ${OUTPUT} "${all}")
