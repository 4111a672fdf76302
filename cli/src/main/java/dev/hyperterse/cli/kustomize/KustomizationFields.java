package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.Tree;
import java.util.Set;

/** Which fields of a kustomization are built here; of all others it is said. */
final class KustomizationFields {
    private static final Set<String> BUILT = Set.of(
            "apiVersion",
            "kind",
            "metadata",
            "bases",
            "commonAnnotations",
            "commonLabels",
            "components",
            "configMapGenerator",
            "configurations",
            "generatorOptions",
            "labels",
            "namePrefix",
            "nameSuffix",
            "namespace",
            "patches",
            "patchesJson6902",
            "patchesStrategicMerge",
            "resources",
            "secretGenerator");

    /** They change kinds that are not read here, or the order. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of("buildMetadata", "imageTags", "images", "replicas", "sortOptions", "validators");

    private static final Set<String> NOT_BUILT = Set.of(
            "crds",
            "generators",
            "helmChartInflationGenerator",
            "helmCharts",
            "helmGlobals",
            "openapi",
            "replacements",
            "transformers",
            "vars");

    private KustomizationFields() {}

    static void check(Layer layer, boolean component) {
        var kustomization = layer.kustomization();
        if (component != layer.isComponent()) {
            layer.findings()
                    .error(
                            kustomization.field("kind").orElse(kustomization).place(),
                            component ? "this is no Component" : "a Component is not a resource",
                            component
                                    ? "name the folder in resources, or set kind: Component"
                                    : "name it in components");
        }
        kustomization.fields().forEach((name, value) -> check(layer, name, value));
    }

    private static void check(Layer layer, String name, Tree value) {
        if (NOT_BUILT.contains(name)) {
            layer.findings()
                    .error(
                            value.sources().key(),
                            "hyperterse does not build %s".formatted(name),
                            "build with kubectl kustomize into a folder and give that folder");
        } else if (!BUILT.contains(name) && !WITHOUT_EFFECT.contains(name)) {
            layer.findings()
                    .error(
                            value.sources().key(),
                            "unknown field %s of a kustomization".formatted(name),
                            "kubectl refuses it, too; fix its name");
        }
    }
}
