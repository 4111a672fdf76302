package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.mcp.call.CallStream;

/** The stream of a call until its client has its answer. */
final class TaskStream implements CallStream {
    private volatile CallStream stream;

    TaskStream(CallStream stream) {
        this.stream = stream;
    }

    /** The request is answered: the call holds on to nothing of it. */
    void detach() {
        stream = CallStream.NONE;
    }

    @Override
    public void calling() {
        stream.calling();
    }

    @Override
    public void notice(byte[] message) {
        stream.notice(message);
    }

    @Override
    public boolean open() {
        return stream.open();
    }

    @Override
    public void onDisconnect(Runnable disconnected) {
        stream.onDisconnect(disconnected);
    }
}
