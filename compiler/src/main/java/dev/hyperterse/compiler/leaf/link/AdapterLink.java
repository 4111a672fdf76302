package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.server.adapter.Engine;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The adapter that a name refers to in the leaves of one namespace. */
public sealed interface AdapterLink {
    /**
     * Granted, and served: all of it that a compiled statement depends on.
     *
     * @param textual whether its owner lets values become text of statements
     * @param adHocSql whether its owner lets callers write SQL of their own
     * @param roles that its owner lets statements take
     * @param headers that it sends with each request itself, in lower case
     * @param perCaller whether the other side may answer each caller in another way
     * @param masked whether callers see columns masked, so that only fixed statements may run
     */
    record Usable(
            StatementLanguage language,
            Access access,
            boolean textual,
            boolean adHocSql,
            List<String> roles,
            Set<String> headers,
            boolean perCaller,
            boolean masked)
            implements AdapterLink {
        private static boolean isPerCaller(Engine.OverHttp engine) {
            return engine.auth().filter(ApiAuth.TokenExchange.class::isInstance).isPresent()
                    || engine instanceof Engine.Mcp server && server.elicitation();
        }

        /** The link to an adapter. */
        public static Usable of(Adapter adapter, boolean textual, boolean adHocSql, List<String> roles) {
            var api = Optional.of(adapter.engine())
                    .filter(Engine.OverHttp.class::isInstance)
                    .map(Engine.OverHttp.class::cast);
            return new Usable(
                    StatementLanguage.of(adapter.engine()),
                    adapter.access(),
                    textual,
                    adHocSql,
                    roles,
                    api.map(it -> it.headers().keySet()).orElse(Set.of()),
                    api.filter(Usable::isPerCaller).isPresent(),
                    adapter.masking().isPresent());
        }
    }

    /** The server has none of that name. */
    record Missing() implements AdapterLink {}

    /** The server has it for others. */
    record NotGranted() implements AdapterLink {}

    /** Granted, and itself faulty without a last good version. */
    record Faulty() implements AdapterLink {}
}
