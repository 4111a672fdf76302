package dev.hyperterse.compiler.resolve;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin;
import java.util.List;

/**
 * What the fragments of the platform contributed to the spec of a server.
 *
 * @param fragments names of those that were merged with it
 * @param faults what is wrong with the merged spec and not with the server's own
 * @param plugins those of both specs, by which published API keys stay while the merged spec has faults
 */
public record PlatformPart(List<String> fragments, List<Problem> faults, List<AuthPlugin> plugins) {
    public static final PlatformPart NONE = new PlatformPart(List.of(), List.of(), List.of());
}
