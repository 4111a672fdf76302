package dev.hyperterse.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/** Writes whose time is watched: a client that does not read holds its connection otherwise for as long as it likes. */
record TimedWriter(DataWriter writer, BoundedWrite timed) implements DataWriter {
    @Override
    public void write(BufferData... data) {
        timed(() -> writer.write(data));
    }

    @Override
    public void write(BufferData data) {
        timed(() -> writer.write(data));
    }

    @Override
    public void writeNow(BufferData... data) {
        timed(() -> writer.writeNow(data));
    }

    @Override
    public void writeNow(BufferData data) {
        timed(() -> writer.writeNow(data));
    }

    @Override
    public void flush() {
        timed(writer::flush);
    }

    @Override
    public void close() {
        timed(writer::close);
    }

    private void timed(Runnable write) {
        timed.begin();
        try {
            write.run();
        } finally {
            timed.end();
        }
    }
}
