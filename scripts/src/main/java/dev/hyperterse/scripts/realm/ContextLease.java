package dev.hyperterse.scripts.realm;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/** A context of the shared engine, for one run. Used by one thread at a time. */
interface ContextLease {
    Context context();

    /** Within a turn: gives the run the globals that the prelude makes of its host. */
    Prelude begin(ProxyExecutable host);

    /** The run has ended and no code of it runs. @param reusable whether all its turns completed */
    void end(boolean reusable, long allocatedBytes);

    /** Instead of its end: ends running code, on any thread. */
    void stop();
}
