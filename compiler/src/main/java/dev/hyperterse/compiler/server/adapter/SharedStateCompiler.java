package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.server.SharedState;
import java.util.List;

/** Compiles where replicas keep what they share: connections of their own to the database of an adapter. */
public final class SharedStateCompiler {
    private static final Adapter.Pool POOL = new Adapter.Pool(8, 1, 1_000, 600_000, 1_800_000);
    /** As long as a call waits for it; ordinary calls do not. */
    private static final long TIMEOUT_MILLIS = 100;

    private SharedStateCompiler() {}

    /** @param adapters those of the server that are sound, or stay as they are published */
    public static Checked<Adapter> compile(SharedState declared, List<Adapter> adapters) {
        return adapters.stream()
                .filter(it -> it.name().equals(declared.adapter()) && it.engine() instanceof Engine.Redis)
                .findFirst()
                // A request is sent again when its connection breaks: a token lent twice is one call less, never
                // more.
                .map(it -> Checked.sound(new Adapter(
                        ServerSettings.SHARED_STATE, Adapter.Access.ReadOnly, POOL, TIMEOUT_MILLIS, 1, it.engine())))
                .orElseGet(() -> Checked.faulty(Reason.InvalidAdapter.problem(
                        "spec.sharedState.adapter",
                        "shared-state-adapter",
                        "'%s' is no adapter of engine Redis that works".formatted(declared.adapter()),
                        "name one of spec.adapters with engine: Redis, and mend what its status says")));
    }
}
