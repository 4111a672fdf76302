package dev.hyperterse.controlplane.junit;

import dev.hyperterse.controlplane.ForeignDefinition;
import dev.hyperterse.controlplane.ForeignDefinitions;
import dev.hyperterse.controlplane.Kubectl;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Kinds of other products, by the definitions that these products ship, on the API server of a test. */
public final class ForeignKinds {
    private ForeignKinds() {}

    /** Where definitions cannot be had the test is skipped with the reason; where tests are required it fails. */
    public static void install(Kubectl kubectl, ForeignDefinition... definitions) {
        switch (ForeignDefinitions.ofThisUser().fetch(definitions)) {
            case ForeignDefinitions.Outcome.Fetched(var files) -> {
                var arguments = new ArrayList<String>();
                files.forEach(file -> arguments.addAll(List.of("-f", file.toString())));
                // Too large for the annotation of the client's half of apply.
                run(kubectl, List.of("apply", "--server-side", "--force-conflicts"), arguments);
                run(kubectl, List.of("wait", "--for=condition=Established", "--timeout=60s"), arguments);
            }
            case ForeignDefinitions.Outcome.Unavailable(var reason) -> unavailable(reason);
        }
    }

    private static void unavailable(String reason) {
        if (Boolean.parseBoolean(System.getenv(SharedControlPlane.REQUIRED))) {
            throw new IllegalStateException(SharedControlPlane.REQUIRED + " is set, and there is " + reason);
        }
        Assumptions.abort(reason);
    }

    private static void run(Kubectl kubectl, List<String> command, List<String> files) {
        var arguments = new ArrayList<>(command);
        arguments.addAll(files);
        var result = kubectl.run(arguments.toArray(String[]::new));
        if (!result.succeeded()) {
            throw new IllegalStateException("kubectl " + String.join(" ", arguments) + ": " + result.errors());
        }
    }
}
