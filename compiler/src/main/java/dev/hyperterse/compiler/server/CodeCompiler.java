package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.catalog.server.CodeSettings.Effects;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.server.Code;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The section of a server about programs. What is faulty keeps what is published, and never allows more than is declared.
 *
 * @param marked whether strangers write what tools of the server return
 * @param problems of the server, which those of the section join
 */
record CodeCompiler(Optional<CodeSettings> published, boolean marked, List<Problem> problems) {
    private static final String PATH = "spec.code.";
    private static final long SHORTEST = 100;
    private static final long LONGEST = 3_600_000;
    private static final long SMALLEST = 4 << 20;
    private static final long LARGEST = 1 << 30;

    /** Empty where there are no programs. */
    Optional<CodeSettings> compile(Optional<Code> declared) {
        return declared.flatMap(this::settings);
    }

    private Optional<CodeSettings> settings(Code declared) {
        var before = problems.size();
        var enabled =
                switch (declared.mode().orElse(Code.Mode.Disabled)) {
                    case Enabled -> true;
                    case Disabled -> false;
                    case Unrecognized -> {
                        problems.add(Unsupported.unknownValue(PATH + "mode"));
                        yield published.isPresent();
                    }
                };
        var effects = declared.effects()
                .flatMap(it ->
                        Choice.checked(it, Effects.class, PATH + "effects").valid(problems))
                .orElse(CodeSettings.DEFAULT.effects());
        var timeout = declared.timeout()
                .flatMap(it ->
                        measured("timeout", it, Measures.millis(it), SHORTEST, LONGEST, "a duration from 100ms to 1h"));
        var memory = declared.memory().isEmpty()
                ? Optional.of(CodeSettings.DEFAULT.memory())
                : declared.memory()
                        .flatMap(it -> measured(
                                "memory",
                                it.toString(),
                                Measures.bytes(it),
                                SMALLEST,
                                LARGEST,
                                "a size from 4Mi to 1Gi"));
        var calls = declared.calls().orElse(CodeSettings.DEFAULT.calls());
        if (!enabled) {
            return Optional.empty();
        }
        return problems.size() == before
                ? Optional.of(new CodeSettings(effects, timeout, memory.orElseThrow(), calls, marked))
                : published.map(last -> new CodeSettings(
                        effects == Effects.All ? last.effects() : effects,
                        smaller(last.timeoutMillis(), timeout),
                        smaller(Optional.of(last.memory()), memory).orElseThrow(),
                        Math.min(last.calls(), calls),
                        marked));
    }

    private static Optional<Long> smaller(Optional<Long> one, Optional<Long> other) {
        return Stream.of(one, other).flatMap(Optional::stream).min(Long::compare);
    }

    private Optional<Long> measured(
            String field, String text, Optional<Long> measure, long least, long most, String range) {
        var within = measure.filter(it -> it >= least && it <= most);
        if (within.isEmpty()) {
            problems.add(Reason.InvalidServer.problem(
                    PATH + field, "code-measure", "'%s' is not %s".formatted(text, range), "use " + range));
        }
        return within;
    }
}
