package dev.hyperterse.scripts.exchange;

/** The result that a script waited for. */
public interface ScriptAnswer extends AutoCloseable {
    String json();

    /** Called when the script has received it. */
    @Override
    void close();
}
