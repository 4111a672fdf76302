package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.leaf.link.CacheDefaults;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.tool.LeafCache;
import dev.hyperterse.statement.sql.StatementEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether results of a tool are kept, and for how long. Only of statements that read, on adapters whose engine refuses to
 * write: a tool that asks for more is faulty, the server's own setting passes over it.
 *
 * @param perCaller whether another caller could get another result of the same inputs
 */
record CacheCompiler(StatementEffect effect, Access access, boolean perCaller) {
    private static final String MODE = "spec.cache.mode";
    private static final String TTL = "spec.cache.ttl";
    private static final String RULE = "cache-of-reads";

    Checked<Optional<ToolLeaf.Cache>> compile(Optional<LeafCache> wanted, CacheDefaults defaults) {
        var problems = new ArrayList<Problem>();
        var enabled = wanted.flatMap(LeafCache::mode)
                .map(mode -> switch (mode) {
                    case Enabled -> {
                        notKept().ifPresent(problems::add);
                        yield true;
                    }
                    case Disabled -> false;
                    case Unrecognized -> {
                        problems.add(Unsupported.unknownValue(MODE));
                        yield false;
                    }
                })
                .orElseGet(() -> defaults.enabled() && notKept().isEmpty());
        var ttl = wanted.flatMap(LeafCache::ttl)
                .flatMap(text -> millis(text, problems))
                .orElse(defaults.ttlMillis());
        return Checked.unless(problems, enabled ? Optional.of(new ToolLeaf.Cache(ttl)) : Optional.empty());
    }

    private Optional<Problem> notKept() {
        if (perCaller) {
            return Optional.of(refused(
                    "the adapter exchanges the token of each caller, or its server asks users, so no result is that of another one",
                    "set mode: Disabled"));
        }
        return switch (effect) {
            case ADDS, CHANGES, WRITES ->
                Optional.of(refused("results of a statement that writes cannot be cached", "set mode: Disabled"));
            case NONE, UNKNOWN ->
                access == Access.ReadOnly
                        ? Optional.empty()
                        : Optional.of(refused(
                                "results are cached on adapters with access: ReadOnly only",
                                "use an adapter with access: ReadOnly, or set mode: Disabled"));
        };
    }

    private static Problem refused(String message, String remedy) {
        return Reason.InvalidSpec.problem(MODE, RULE, message, remedy);
    }

    private static Optional<Long> millis(String text, List<Problem> problems) {
        var millis = Measures.millis(text);
        if (millis.isEmpty()) {
            problems.add(Reason.InvalidSpec.problem(
                    TTL,
                    "duration",
                    "'%s' is not a duration above zero".formatted(text),
                    "write it like 30s or 5m; mode: Disabled turns caching off"));
        }
        return millis;
    }
}
