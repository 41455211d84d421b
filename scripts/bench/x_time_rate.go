// How long x/time/rate takes to decide on every event of a trace, and how many it passes.
//
//	x_time_rate TIMES RATE BURST     TIMES: signed 64-bit nanoseconds since 1970, little-endian; RATE: events a second
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/time/rate"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	bytes, err := os.ReadFile(os.Args[1])
	check(err)
	perSecond, err := strconv.ParseFloat(os.Args[2], 64)
	check(err)
	burst, err := strconv.Atoi(os.Args[3])
	check(err)
	times := make([]int64, len(bytes)/8)
	for i := range times {
		times[i] = int64(binary.LittleEndian.Uint64(bytes[8*i:]))
	}

	limiter := rate.NewLimiter(rate.Limit(perSecond), burst)
	passed := 0
	begin := time.Now()
	for _, t := range times {
		if limiter.AllowN(time.Unix(0, t), 1) {
			passed++
		}
	}
	seconds := time.Since(begin).Seconds()
	fmt.Printf("{\"answer\": %d, \"seconds\": %.9f}\n", passed, seconds)
}
