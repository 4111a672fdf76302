package dev.hyperterse.operator.reconcile;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.resolve.ServerKey;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the faults of the compiler, once for a version of an object: it is compiled again with every change of others. */
final class FaultLog implements CompilerFaults {
    private static final Logger LOG = LoggerFactory.getLogger(FaultLog.class);

    /** More stack traces of one server than anybody reads. */
    private static final int MOST = 1_000;

    private final ServerKey server;
    private final Set<String> logged = new HashSet<>();

    FaultLog(ServerKey server) {
        this.server = server;
    }

    @Override
    public void add(LeafIdentity object, Throwable fault) {
        if (logged.size() < MOST && logged.add(object.objectUid() + " " + object.generation())) {
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
