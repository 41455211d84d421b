# What is drawn in a terminal, and that the drawing of the README is what the program draws.
$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --svg kamchatka.svg >/dev/null && cmp kamchatka.svg data/kamchatka.svg
$ LC_ALL=C ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --plot | tail -22
leaky-queue         2         1   69 of 69   5 h 44 min  2025-07-29T23:36:01.341Z

arrivals         .      . ..     .  :#|#:..:..:......... ... ............... ...   .  . .. ..  .   .
fixed-window     #      # ##     #  ++.+.+.++++.###+#### ### ##+###########+ ###   #  # ## ##  #   #
                                    \_/ 9 in 1 h
sliding-log      #      # ##     #  ++++++++#++###+##### ### ##+###++######+ ##+   #  # ## ##  #   #
                                    \/ 5 in 1 h
sliding-counter  #      # ##     #  ++++++++#++####+#### ### ##+###+#######+ ###   #  # ## ##  #   #
                                    \_/ 7 in 1 h
token-bucket     #      # ##     #  ++++++++#++######### ### ############### ###   #  # ## ##  #   #
                                    \/ 9 in 1 h
gcra             #      # ##     #  ++++++++#++######### ### ############### ###   #  # ## ##  #   #
                                    \/ 9 in 1 h
leaky-bucket     #      # ##     #  ++++++++#++######### ### ############### ###   #  # ## ##  #   #
                                    \/ 9 in 1 h
pacer            #      # #.     +  +++++++++++++#+++#++ +## +++#+#+##+###++ +.+   +  # +# +#  #   #
                                    \/ 5 in 1 h
leaky-queue      #      # ##     #  ++++++++#++######### ### ############### ###   #  # ## ##  #   #
                                    \/ 5 in 1 h
                                     |2025-07-30          |12:00               |2025-07-31
                 2025-07-29T12:04:25Z to 2025-07-31T11:59:57Z
                 passed #  dropped .  both +
$ LC_ALL=C ratereplay curve data/kamchatka-2025-07-29.csv --plot | tail -23

least bucket that loses nothing
         |.................o..o...o
         |                        .o...o.o..
     100 |                                 ..ooo
         |                                     .oo...
         |                                          oo..
         |                                             .o..
         |                                                 ..
         |                                                  ..
         |                                                    o
         |                                                     o
      10 |                                                     o.
         |                                                      .o
         |                                                       oo
         |                                                        ..
         |                                                          o.
         |                                                           oo.....
         |                                                                 ......
       1 |                                                                       .o.................
         +------------------------------------------------------------------------------------------
                     0.1/h            1/h              10/h             100/h            1000/h
          rate; o vertex
$ LC_ALL= LC_CTYPE= LANG=en_GB.utf8 ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --plot | tail -1
                 passed █  dropped ░  both ▄
$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --plot --format csv | wc -l
9
! ratereplay: note: --plot stands below a table; --format csv has no place for it
# Nothing to draw.
$ printf 'time\n' | ratereplay compare - --rate 5/h --plot | tail -2
leaky-queue           0        0      -        0  -           5            -      0
token-bucket, gcra and leaky-bucket are one algorithm under 3 names
$ printf 'time\n' | ratereplay curve - --plot | tail -1
no events: a bucket of 0 loses nothing at any rate
$ printf 'time\n5\n' | ratereplay curve - --time-unit s --plot | tail -4
       1 │··························································································
         └──────────────────────────────────────────────────────────────────────────────────────────
          1/s
          rate; ● vertex
