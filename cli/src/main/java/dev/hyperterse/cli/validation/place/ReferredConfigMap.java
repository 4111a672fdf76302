package dev.hyperterse.cli.validation.place;

import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;

/**
 * The ConfigMap that a problem says is missing or not readable. One that is in the directory is known not to be readable;
 * any other may well be in the cluster.
 */
final class ReferredConfigMap {
    private ReferredConfigMap() {}

    static boolean isIn(ManifestSet directory, Manifest manifest, Problem problem) {
        return problem.reason() == Reason.ConfigMapNotFound
                && ReferredText.value(manifest.content(), problem.segments()) instanceof String name
                && directory
                        .find(new ObjectKey(
                                ManifestKind.CONFIG_MAP, manifest.key().namespace(), name))
                        .isPresent();
    }
}
