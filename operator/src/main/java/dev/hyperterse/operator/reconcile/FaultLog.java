package dev.hyperterse.operator.reconcile;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.resolve.ServerKey;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each kind of fault of the compiler once for a version of an object, which is compiled again with every change of others. */
final class FaultLog implements CompilerFaults {
    private static final Logger LOG = LoggerFactory.getLogger(FaultLog.class);

    /** Kinds that are remembered. */
    private static final int MOST = 1_000;

    private final ServerKey server;
    private final Set<String> logged = new HashSet<>();

    FaultLog(ServerKey server) {
        this.server = server;
    }

    @Override
    public void add(LeafIdentity object, Throwable fault) {
        if (logged.size() >= MOST) {
            logged.clear();
        }
        if (logged.add(object.objectUid() + " " + object.generation() + " " + fault.getClass())) {
            LOG.atError()
                    .addKeyValue("event", "compiler_fault")
                    .addKeyValue("server", server)
                    .addKeyValue("object", object.display())
                    .addKeyValue("generation", object.generation())
                    .setCause(fault)
                    .log("the object breaks the compiler; please report it");
        }
    }
}
