package dev.hyperterse.cli.status;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Faults of the installation. */
final class OperatorFindings {
    /** A leader renews several times in this time, and clocks may differ. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

    private OperatorFindings() {}

    /** @param version of this command line */
    static List<Finding> of(OperatorState operator, String version, Instant now) {
        return switch (operator) {
            case OperatorState.Unknown _ -> List.of();
            case OperatorState.Absent(var namespace) ->
                List.of(Finding.blocking(
                        "no operator is installed in namespace " + namespace,
                        "install it with its chart or install/hyperterse.yaml, or name its namespace with"
                                + " --operator-namespace"));
            case OperatorState.Installed(var namespace, var installed, var ready, var renewed) ->
                Stream.of(leads(namespace, ready.orElse(true), renewed, now), older(installed, version))
                        .flatMap(Optional::stream)
                        .toList();
        };
    }

    private static Optional<Finding> leads(String namespace, boolean ready, Optional<Instant> renewed, Instant now) {
        if (ready && renewed.filter(it -> it.plus(LATE).isAfter(now)).isPresent()) {
            return Optional.empty();
        }
        var since = renewed.map(it -> " since " + it.truncatedTo(ChronoUnit.SECONDS))
                .orElse("");
        return Optional.of(Finding.blocking(
                "no operator is running%s: edits have no effect, and statuses are old".formatted(since),
                "kubectl -n %s get pods,lease; kubectl -n %s logs deployment/hyperterse-operator"
                        .formatted(namespace, namespace)));
    }

    private static Optional<Finding> older(Optional<String> installed, String version) {
        return installed
                .filter(it -> isOlder(it, version))
                .map(it -> Finding.note(
                        "the operator is of version %s, and this command line of %s".formatted(it, version),
                        "upgrade the operator; until then use the command line of its version"));
    }

    /** Not of versions that are written in another way. */
    private static boolean isOlder(String left, String right) {
        var first = VERSION.matcher(left);
        var second = VERSION.matcher(right);
        if (!first.matches() || !second.matches()) {
            return false;
        }
        int[] before = parts(first);
        int[] after = parts(second);
        return Arrays.compare(before, after) < 0;
    }

    private static int[] parts(Matcher version) {
        return new int[] {
            Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2)), Integer.parseInt(version.group(3))
        };
    }
}
