/** Numbers of charts of calls. Knows no document. */

const STEPS = [1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400];
const MOST_COLUMNS = 48;

/**
 * Calls by the time that they ended, in columns of one width, the oldest first.
 *
 * @param {{time: number, failure: string}[]} calls
 * @returns {{seconds: number, columns: {done: number, failed: number}[]}}
 */
export function columnsOf(calls) {
  const times = calls.map((call) => call.time);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const width = (seconds) => Math.floor(last / 1000 / seconds) - Math.floor(first / 1000 / seconds) + 1;
  const seconds = STEPS.find((step) => width(step) <= MOST_COLUMNS) ?? Math.ceil((last - first) / 1000 / (MOST_COLUMNS - 1));
  const columns = Array.from({ length: width(seconds) }, () => ({ done: 0, failed: 0 }));
  const origin = Math.floor(first / 1000 / seconds);
  for (const { time, failure } of calls) {
    columns[Math.floor(time / 1000 / seconds) - origin][failure ? 'failed' : 'done'] += 1;
  }
  return { seconds, columns };
}

/** The height of a latency, from 0 to 1: each tenfold has the same, from a tenth of a millisecond on. */
export function heightOf(milliseconds, slowest) {
  const scale = (value) => Math.log10(Math.max(value, 0.1) * 10);
  return scale(slowest) === 0 ? 1 : Math.max(0.02, scale(milliseconds) / scale(slowest));
}

/** One line for each name, those with most calls first. */
export function totalsOf(calls) {
  const groups = Map.groupBy(calls, (call) => `${call.method} ${call.name}`);
  return [...groups.values()]
    .map((own) => {
      const times = own.map((call) => call.milliseconds).sort((one, other) => one - other);
      const at = (share) => times[Math.ceil(share * times.length) - 1];
      return {
        name: own[0].name,
        method: own[0].method,
        calls: own.length,
        failed: own.filter((call) => call.failure).length,
        median: at(0.5),
        most: at(0.95),
        slowest: times.at(-1),
      };
    })
    .sort((one, other) => other.calls - one.calls || one.name.localeCompare(other.name));
}

export function spanOf(seconds) {
  const [divisor, unit] = seconds < 60 ? [1, 'second'] : seconds < 3600 ? [60, 'minute'] : seconds < 86_400 ? [3600, 'hour'] : [86_400, 'day'];
  const count = Math.round(seconds / divisor);
  return count === 1 ? unit : `${count} ${unit}s`;
}
