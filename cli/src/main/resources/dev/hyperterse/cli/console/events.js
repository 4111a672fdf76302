/** Server-sent events. Knows no document. */

/** The data of the events of a stream of bytes, one after the other. */
export async function* eventsOf(bytes) {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      const data = dataOf(block);
      if (data !== '') {
        yield data;
      }
    }
  }
}

/** The data of one event; empty for a comment. */
export function dataOf(block) {
  return block
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''))
    .join('\n');
}
