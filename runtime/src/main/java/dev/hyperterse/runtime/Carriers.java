package dev.hyperterse.runtime;

/**
 * The threads of the system that carry the virtual ones. The JVM has one for each processor, and whenever the system
 * stops one of them for another process, the calls queued behind it and the line of a shared connection that it
 * reads or sends for stand still with it. One to spare goes on with them (decision 0105).
 */
public final class Carriers {
    /** An option of the JVM, documented at {@link Thread}; read when the first virtual thread starts. */
    static final String OPTION = "jdk.virtualThreadScheduler.parallelism";

    private Carriers() {}

    /** The first thing a process does; who runs the JVM with the option has decided. */
    public static void oneToSpare() {
        if (System.getProperty(OPTION) == null) {
            System.setProperty(OPTION, Integer.toString(Runtime.getRuntime().availableProcessors() + 1));
        }
    }
}
