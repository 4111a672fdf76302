package dev.hyperterse.runtime.script;

/** The result that a script waited for. */
public interface ScriptAnswer extends AutoCloseable {
    /** As the script gets it. */
    String json();

    /** The script has it. */
    @Override
    void close();
}
