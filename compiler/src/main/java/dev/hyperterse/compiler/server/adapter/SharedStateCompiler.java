package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.resolve.Environment;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.crds.v1alpha1.Redis;

/** Compiles where replicas keep what they share: an adapter that no definition can name. */
public final class SharedStateCompiler {
    private static final String PATH = "spec.sharedState.redis";
    private static final Adapter.Pool POOL = new Adapter.Pool(8, 1, 1_000, 600_000, 1_800_000);
    /** As long as a call waits for it; ordinary calls do not. */
    private static final long TIMEOUT_MILLIS = 100;

    private final References references;
    private final SettingText settings;
    private final String serverName;

    public SharedStateCompiler(References references, Environment environment, String serverName) {
        this.references = references;
        this.settings = new SettingText(environment);
        this.serverName = serverName;
    }

    /** Whether a value is one of the shared state. */
    public static boolean names(ValueKey key) {
        return key.name()
                .startsWith(ValueKey.adapter(ServerSettings.SHARED_STATE, "").name());
    }

    public Checked<AdapterCompiler.Compiled> compile(Redis redis) {
        var values = new AdapterValues(ServerSettings.SHARED_STATE);
        return new EngineCompiler(references, settings, values, serverName)
                .redis(redis, PATH)
                // What is sent is sent again when its connection breaks: a token lent twice is one call less, never
                // more.
                .map(engine -> new AdapterCompiler.Compiled(
                        new Adapter(
                                ServerSettings.SHARED_STATE, Adapter.Access.ReadOnly, POOL, TIMEOUT_MILLIS, 1, engine),
                        values.entries()));
    }
}
