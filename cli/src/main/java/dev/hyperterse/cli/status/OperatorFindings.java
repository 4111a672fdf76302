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
            case OperatorState.Unknown(var namespace) ->
                List.of(
                        Finding.note(
                                "whether an operator runs is not known: you may read neither its Deployment nor its Lease in namespace "
                                        + namespace,
                                "name its namespace with --operator-namespace, or ask for a role with the verb get on deployments and leases there"));
            case OperatorState.Absent(var namespace) ->
                List.of(Finding.blocking(
                        "no operator is installed in namespace " + namespace,
                        "install it with its chart or install/hyperterse.yaml, or name its namespace with"
                                + " --operator-namespace"));
            case OperatorState.Installed(var namespace, var installed, var ready, var lease) ->
                Stream.of(gone(namespace, ready.orElse(true), lease, now), older(installed, version))
                        .flatMap(Optional::stream)
                        .toList();
        };
    }

    private static Optional<Finding> gone(
            String namespace, boolean ready, Optional<OperatorState.Lease> lease, Instant now) {
        if (!ready) {
            return Optional.of(gone(namespace, ", its Deployment has no ready replica"));
        }
        return lease.filter(it ->
                        it.renewed().filter(at -> at.plus(LATE).isAfter(now)).isEmpty())
                .map(it -> gone(
                        namespace,
                        it.renewed()
                                .map(at -> " since " + at.truncatedTo(ChronoUnit.SECONDS))
                                .orElse("")));
    }

    private static Finding gone(String namespace, String seen) {
        return Finding.blocking(
                "no operator is running%s: edits have no effect, and statuses are old".formatted(seen),
                "kubectl -n %s get pods,lease; kubectl -n %s logs deployment/hyperterse-operator"
                        .formatted(namespace, namespace));
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
