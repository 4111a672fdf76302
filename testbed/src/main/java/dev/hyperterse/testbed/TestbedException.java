package dev.hyperterse.testbed;

/** An engine of the testbed could not be started, stopped or asked. */
public final class TestbedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TestbedException(String message) {
        super(message);
    }

    public TestbedException(String message, Throwable cause) {
        super(message, cause);
    }
}
