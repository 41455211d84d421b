// In its package, as what gives a RateLimiter a clock and a burst is not public.
package com.google.common.util.concurrent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.TimeUnit;

/**
 * What Guava's RateLimiter decides on events.
 *
 * <p>GuavaDecisions COUNT SECONDS BURST_SECONDS TIMEOUT_NS &lt; EVENTS: COUNT permits in SECONDS; EVENTS are lines of
 * nanoseconds since 1970 and a number of permits. Prints a line an event: for how many microseconds tryAcquire waits,
 * or -1 where it refuses. The limiter is made at the time of the first.
 */
final class GuavaDecisions extends RateLimiter.SleepingStopwatch {
  private long now;
  private long slept;

  @Override
  protected long readMicros() {
    return now;
  }

  @Override
  protected void sleepMicrosUninterruptibly(long micros) {
    slept = micros;
  }

  public static void main(String[] arguments) throws IOException {
    GuavaDecisions clock = new GuavaDecisions();
    RateLimiter limiter = new SmoothRateLimiter.SmoothBursty(clock, Double.parseDouble(arguments[2]));
    limiter.setRate(Double.parseDouble(arguments[0]) / Double.parseDouble(arguments[1]));
    long timeout = Long.parseLong(arguments[3]);

    StringBuilder decisions = new StringBuilder();
    BufferedReader events = new BufferedReader(new InputStreamReader(System.in));
    Long made = null;
    for (String event = events.readLine(); event != null; event = events.readLine()) {
      String[] cells = event.split(" ");
      long at = Long.parseLong(cells[0]);
      made = made == null ? at : made;
      clock.now = TimeUnit.NANOSECONDS.toMicros(at - made);
      clock.slept = 0;
      boolean passed = limiter.tryAcquire(Integer.parseInt(cells[1]), timeout, TimeUnit.NANOSECONDS);
      decisions.append(passed ? clock.slept : -1).append('\n');
    }
    System.out.print(decisions);
  }
}
