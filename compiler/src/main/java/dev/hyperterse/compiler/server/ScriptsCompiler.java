package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles what the scripts of a server may use. */
final class ScriptsCompiler {
    private static final String PATH = "spec.scripts.";
    private static final ScriptSettings DEFAULT = ScriptSettings.DEFAULT;
    private static final long SECOND = 1_000;
    private static final long MEBIBYTE = 1 << 20;

    private final List<Problem> problems = new ArrayList<>();

    /** A number of milliseconds or bytes, and how manifests spell its bounds. */
    private record Range(long least, long most, String spelling) {
        static final Range TIMEOUT = new Range(100, 3600 * SECOND, "100ms to 1h");
        static final Range INPUT_TIMEOUT = new Range(SECOND, 3600 * SECOND, "1s to 1h");
        static final Range CPU_TIME = new Range(10, 60 * SECOND, "10ms to 1m");
        static final Range ALLOCATION = new Range(MEBIBYTE, 1024 * MEBIBYTE, "1Mi to 1Gi");
        static final Range HEAP = new Range(MEBIBYTE, 8192 * MEBIBYTE, "1Mi to 8Gi");

        boolean contains(long number) {
            return number >= least && number <= most;
        }
    }

    Checked<ScriptSettings> compile(ServerScripts declared) {
        declared.engine()
                .filter(Script.Engine.Unrecognized::equals)
                .ifPresent(_ -> problems.add(Unsupported.unknownValue(PATH + "engine")));
        var timeout = measured(declared.timeout(), declared.timeout().map(Measures::millis), Range.TIMEOUT, "timeout");
        var inputTimeout = measured(
                declared.inputTimeout(),
                declared.inputTimeout().map(Measures::millis),
                Range.INPUT_TIMEOUT,
                "inputTimeout");
        var cpuTime = measured(declared.cpuTime(), declared.cpuTime().map(Measures::millis), Range.CPU_TIME, "cpuTime");
        var allocation = measured(
                declared.allocation().map(Quantity::toString),
                declared.allocation().map(Measures::bytes),
                Range.ALLOCATION,
                "allocation");
        var heap = measured(
                declared.heap().map(Quantity::toString), declared.heap().map(Measures::bytes), Range.HEAP, "heap");
        if (heap.isPresent() && allocation.isPresent() && heap.get() < allocation.get()) {
            problems.add(invalid(
                    "heap",
                    "heap-holds-one",
                    "heap is less than the allocation of a single run",
                    "raise heap, or lower allocation"));
        }
        var ofAll = heap.orElseGet(() -> Math.max(DEFAULT.heap(), allocation.orElse(0L)));
        return Checked.unless(
                problems,
                new ScriptSettings(
                        declared.threads().orElse(DEFAULT.threads()),
                        declared.runs().orElse(DEFAULT.runs()),
                        timeout.orElse(DEFAULT.timeoutMillis()),
                        inputTimeout.orElse(DEFAULT.inputTimeoutMillis()),
                        cpuTime.orElse(DEFAULT.cpuMillis()),
                        allocation.orElse(Math.min(DEFAULT.allocation(), ofAll)),
                        ofAll,
                        List.of()));
    }

    private Optional<Long> measured(
            Optional<String> text, Optional<Optional<Long>> measure, Range range, String field) {
        measure.filter(it -> it.filter(range::contains).isEmpty())
                .ifPresent(_ -> problems.add(invalid(
                        field,
                        "script-measure",
                        "'%s' is outside %s".formatted(text.orElseThrow(), range.spelling()),
                        "use a value from " + range.spelling())));
        return measure.flatMap(it -> it);
    }

    private static Problem invalid(String field, String rule, String message, String remedy) {
        return Reason.InvalidServer.problem(PATH + field, rule, message, remedy);
    }
}
