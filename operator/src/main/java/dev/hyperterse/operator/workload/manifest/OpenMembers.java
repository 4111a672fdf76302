package dev.hyperterse.operator.workload.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.List;
import java.util.Set;

/**
 * What an author may lay over pods in every installation. Anything else could run code of the author's own in a namespace
 * where the author may create servers and no pods.
 */
final class OpenMembers {
    private static final Set<String> SPEC = Set.of(
            "affinity",
            "imagePullSecrets",
            "nodeSelector",
            "priorityClassName",
            "tolerations",
            "topologySpreadConstraints");
    /** Members that make the files of a claim writable, and do not change who the process is. */
    private static final Set<String> SECURITY_CONTEXT = Set.of("fsGroup", "fsGroupChangePolicy");

    private static final Set<String> VOLUME = Set.of("name", "emptyDir", "ephemeral", "persistentVolumeClaim");

    private OpenMembers() {}

    /** Removes everything else, each with a problem. */
    static void keep(ObjectNode overlay, List<String> metadata, List<Problem> problems) {
        keepMetadata(overlay.path("metadata"), metadata, LaidTemplate.PATH + ".metadata", problems);
        if (!(overlay.get("spec") instanceof ObjectNode spec)) {
            return;
        }
        var path = LaidTemplate.PATH + ".spec";
        spec.properties().removeIf(member -> {
            var name = member.getKey();
            if (name.equals("volumes") && member.getValue() instanceof ArrayNode volumes) {
                keepData(volumes, metadata, path + ".volumes", problems);
                return volumes.isEmpty();
            }
            var open = SPEC.contains(name)
                    || name.equals("securityContext") && consistsOf(member.getValue(), SECURITY_CONTEXT);
            if (!open) {
                problems.add(refused(path + "." + name));
            }
            return !open;
        });
    }

    private static void keepMetadata(JsonNode written, List<String> open, String path, List<Problem> problems) {
        written.properties()
                .forEach(member -> keepKeys(member.getValue(), open, path + "." + member.getKey(), problems));
    }

    /** Admission webhooks and container runtimes act on keys of their domain; a key without a domain is of its author. */
    private static void keepKeys(JsonNode keys, List<String> open, String path, List<Problem> problems) {
        keys.properties().removeIf(entry -> {
            var key = entry.getKey();
            var ofADomain = key.contains("/") || key.contains(".");
            var refused = ofADomain && open.stream().noneMatch(key::startsWith);
            if (refused) {
                problems.add(Reason.NotAllowedOverride.problem(
                        FieldPath.key(path, key),
                        "override-is-allowed",
                        "this installation does not let servers choose labels and annotations of this domain; the pods are made without it",
                        "remove it, or have the installation add its domain to podMetadata"));
            }
            return refused;
        });
    }

    private static void keepData(ArrayNode volumes, List<String> metadata, String path, List<Problem> problems) {
        for (var index = volumes.size() - 1; index >= 0; index--) {
            var place = FieldPath.item(path, index);
            if (isOpen(volumes.get(index))) {
                var claim = volumes.get(index).path("ephemeral").path("volumeClaimTemplate");
                keepMetadata(
                        claim.path("metadata"), metadata, place + ".ephemeral.volumeClaimTemplate.metadata", problems);
            } else {
                volumes.remove(index);
                problems.add(refused(place));
            }
        }
    }

    private static boolean isOpen(JsonNode volume) {
        return LaidTemplate.isData(volume) && consistsOf(volume, VOLUME);
    }

    private static boolean consistsOf(JsonNode object, Set<String> members) {
        return object.propertyStream().allMatch(member -> members.contains(member.getKey()));
    }

    private static Problem refused(String path) {
        return Reason.NotAllowedOverride.problem(
                path,
                "override-is-allowed",
                "this installation does not let servers choose it; the pods are made without it",
                "remove the field, or have the installation allow overrides");
    }
}
