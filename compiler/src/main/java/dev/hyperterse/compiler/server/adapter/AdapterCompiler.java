package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Adapter.Pool;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Environment;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.AllowSql;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.Textual;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiles one adapter: defaults applied, everything that may be secret moved into values.
 *
 * @param rules that are compiled already
 */
public record AdapterCompiler(References references, Environment environment, AdapterOwner owner, CompiledRules rules) {
    private static final int DEFAULT_MAX_ROWS = 10_000;

    /** An adapter and the values it names. */
    public record Compiled(dev.hyperterse.catalog.server.adapter.Adapter adapter, Map<ValueKey, String> values) {}

    public Checked<Compiled> compile(Adapter adapter, String path) {
        var problems = new ArrayList<Problem>();
        var access = access(adapter, path, problems);
        textual(adapter, path, problems);
        allowSql(adapter, path, problems);
        var pool = pool(adapter.pool(), path + ".pool", problems);
        var timeout = millis(adapter.statementTimeout(), 10_000, path + ".statementTimeout", problems);
        var maxRows = atLeastOne(adapter.maxRows(), DEFAULT_MAX_ROWS, path + ".maxRows", problems);
        var values = new AdapterValues(adapter.name());
        var settings = new SettingText(environment);
        var engine = new EngineCompiler(settings, new SettingValues(references, settings, values), owner)
                .compile(adapter, path)
                .valid(problems);
        var masking =
                new MaskingCompiler(rules).compile(adapter, path + ".masking").valid(problems);
        return problems.isEmpty()
                ? Checked.sound(new Compiled(
                        new dev.hyperterse.catalog.server.adapter.Adapter(
                                adapter.name(),
                                access,
                                pool,
                                timeout,
                                maxRows,
                                engine.orElseThrow(),
                                masking.orElseThrow()),
                        values.entries()))
                : Checked.faulty(problems);
    }

    private static Access access(Adapter adapter, String path, List<Problem> problems) {
        return Choice.checked(adapter.access().orElse(Adapter.Access.ReadOnly), Access.class, path + ".access")
                .valid(problems)
                .orElse(Access.ReadOnly);
    }

    /** Whether its owner lets statements write, as far as this build knows. */
    public static boolean mayWrite(Adapter adapter) {
        return adapter.access().filter(Adapter.Access.ReadWrite::equals).isPresent();
    }

    static boolean speaksSql(Adapter adapter) {
        return switch (adapter.engine()) {
            case Postgres, Mysql, Sqlite -> true;
            case Mongodb, Redis, Http, Mcp, Unrecognized -> false;
        };
    }

    private static void textual(Adapter adapter, String path, List<Problem> problems) {
        switch (adapter.textual().orElse(Textual.Forbidden)) {
            case Forbidden -> {}
            case Allowed -> {
                if (!speaksSql(adapter)) {
                    problems.add(Reason.InvalidAdapter.problem(
                            path + ".textual",
                            "textual-of-sql",
                            "textual is supported for SQL databases only",
                            "remove it"));
                }
            }
            case Unrecognized -> problems.add(Unsupported.unknownValue(path + ".textual"));
        }
    }

    private static void allowSql(Adapter adapter, String path, List<Problem> problems) {
        switch (adapter.allowSql().orElse(AllowSql.Forbidden)) {
            case Forbidden -> {}
            case Allowed -> {
                if (!speaksSql(adapter)) {
                    problems.add(Reason.InvalidAdapter.problem(
                            path + ".allowSql",
                            "allow-sql-of-sql",
                            "allowSql is supported for SQL databases only",
                            "remove it"));
                } else if (mayWrite(adapter)) {
                    problems.add(Reason.InvalidAdapter.problem(
                            path + ".allowSql",
                            "allow-sql-reads-only",
                            "allowSql needs access: ReadOnly, and this adapter may write",
                            "remove it, and allow it on another adapter of the same database with access: ReadOnly"));
                }
            }
            case Unrecognized -> problems.add(Unsupported.unknownValue(path + ".allowSql"));
        }
    }

    private static Pool pool(
            Optional<dev.hyperterse.crds.v1alpha1.adapter.Pool> declared, String path, List<Problem> problems) {
        var maxSize = atLeastOne(declared.flatMap(it -> it.maxSize()), 8, path + ".maxSize", problems);
        var minIdle = declared.flatMap(it -> it.minIdle()).orElse(Math.min(1, maxSize));
        if (minIdle < 0 || minIdle > maxSize) {
            problems.add(Reason.InvalidAdapter.problem(
                    path + ".minIdle",
                    "pool-sizes",
                    "minIdle is %d and maxSize %d".formatted(minIdle, maxSize),
                    "set minIdle from 0 to maxSize"));
        }
        return new Pool(
                maxSize,
                minIdle,
                millis(declared.flatMap(it -> it.connectionTimeout()), 5_000, path + ".connectionTimeout", problems),
                millis(declared.flatMap(it -> it.idleTimeout()), 600_000, path + ".idleTimeout", problems),
                millis(declared.flatMap(it -> it.maxLifetime()), 1_800_000, path + ".maxLifetime", problems));
    }

    private static long millis(Optional<String> text, long unset, String path, List<Problem> problems) {
        if (text.isEmpty()) {
            return unset;
        }
        return Measures.millis(text.get()).orElseGet(() -> {
            problems.add(Reason.InvalidAdapter.problem(
                    path, "duration", "'%s' is not a duration".formatted(text.get()), "write it like 5s"));
            return unset;
        });
    }

    private static int atLeastOne(Optional<Integer> number, int unset, String path, List<Problem> problems) {
        if (number.filter(it -> it < 1).isPresent()) {
            problems.add(Reason.InvalidAdapter.problem(
                    path, "at-least-one", "%d is too few".formatted(number.get()), "set 1 or more"));
        }
        return number.orElse(unset);
    }
}
