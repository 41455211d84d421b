// What golang.org/x/time/rate decides on events, and the tokens that are left.
//
//	go_rate LIMIT BURST < EVENTS     LIMIT: events a second as a decimal or a fraction, or as many in a period of
//	                                 nanoseconds, 5:3600000000000; EVENTS: lines of nanoseconds since 1970 and a cost
//
// Prints a line an event: whether AllowN passes it, and TokensAt afterwards in hexadecimal.
package main

import (
	"bufio"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func whole(text string) int64 {
	number, err := strconv.ParseInt(text, 10, 64)
	check(err)
	return number
}

func limitOf(text string) rate.Limit {
	if count, period, found := strings.Cut(text, ":"); found {
		return rate.Limit(float64(whole(count)) / time.Duration(whole(period)).Seconds())
	}
	exact, ok := new(big.Rat).SetString(text)
	if !ok {
		check(fmt.Errorf("%q is no number", text))
	}
	nearest, _ := exact.Float64()
	return rate.Limit(nearest)
}

func main() {
	limiter := rate.NewLimiter(limitOf(os.Args[1]), int(whole(os.Args[2])))
	out := bufio.NewWriter(os.Stdout)
	events := bufio.NewScanner(os.Stdin)
	for events.Scan() {
		at, cost, _ := strings.Cut(events.Text(), " ")
		now := time.Unix(0, whole(at))
		passed := limiter.AllowN(now, int(whole(cost)))
		fmt.Fprintln(out, passed, strconv.FormatFloat(limiter.TokensAt(now), 'x', -1, 64))
	}
	check(events.Err())
	check(out.Flush())
}
