package dev.hyperterse.operator.workload.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.shared.FreeForm;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import dev.hyperterse.crds.v1alpha1.workload.PodOverlay;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The operator's template of a pod with an author's laid over it. What the operator sets stays as it is; what is refused
 * is left out, and the rest applies.
 */
record LaidTemplate(PodTemplateSpec template, List<Problem> problems) {
    static final String PATH = "spec.workload.podTemplate";

    private static final ObjectMapper MAPPER = ApiSerialization.mapper();

    /** The field that tells the elements of a list apart, as in the schema of Kubernetes. */
    private static final Map<String, String> KEYS = Map.of(
            "containers", "name",
            "initContainers", "name",
            "volumes", "name",
            "env", "name",
            "imagePullSecrets", "name",
            "volumeMounts", "mountPath",
            "ports", "containerPort");

    /** Which nodes a pod is spread over is the operator's guess only. */
    private static final String SPREAD = "topologySpreadConstraints";

    /** @param metadata beginnings of keys with a domain that are open where nothing else is overridable */
    static LaidTemplate of(PodTemplateSpec ours, PodOverlay overlay, boolean overridable, List<String> metadata) {
        if (overlay.spec()
                .map(JsonText::tree)
                .filter(FreeForm.TOO_LARGE::equals)
                .isPresent()) {
            return new LaidTemplate(
                    ours,
                    List.of(Reason.InvalidWorkload.problem(
                            PATH + ".spec",
                            "template-short",
                            "it is longer than 64 KiB, so it was not read",
                            "keep long texts in a ConfigMap that the pods mount")));
        }
        var problems = new ArrayList<Problem>();
        ObjectNode template = MAPPER.valueToTree(ours);
        ObjectNode laid = MAPPER.valueToTree(overlay);
        if (!overridable) {
            OpenMembers.keep(laid, metadata, problems);
        }
        merge(template, laid, PATH, problems);
        try {
            return new LaidTemplate(MAPPER.treeToValue(template, PodTemplateSpec.class), List.copyOf(problems));
        } catch (JsonProcessingException malformed) {
            return new LaidTemplate(
                    ours,
                    List.of(Reason.InvalidWorkload.problem(
                            PATH,
                            "template-of-a-pod",
                            "it is no template of a pod: " + malformed.getOriginalMessage(),
                            "write it as the template of a Deployment ('kubectl explain deployment.spec.template')")));
        }
    }

    private static void merge(ObjectNode ours, ObjectNode laid, String path, List<Problem> problems) {
        laid.properties().forEach(member -> {
            var name = member.getKey();
            var theirs = member.getValue();
            var present = ours.get(name);
            var place = path + "." + name;
            if (theirs.isNull()) {
                return;
            }
            if (present == null || present.isNull() || name.equals(SPREAD)) {
                ours.set(name, theirs);
            } else if (present instanceof ObjectNode mine && theirs instanceof ObjectNode other) {
                merge(mine, other, place, problems);
            } else if (present instanceof ArrayNode mine
                    && theirs instanceof ArrayNode other
                    && KEYS.containsKey(name)) {
                mergeElements(mine, other, name, place, problems);
            } else if (!present.equals(theirs)) {
                problems.add(taken(place));
            }
        });
    }

    private static void mergeElements(
            ArrayNode ours, ArrayNode laid, String list, String path, List<Problem> problems) {
        for (var index = 0; index < laid.size(); index++) {
            var theirs = laid.get(index);
            var place = indexOf(ours, theirs.path(KEYS.get(list)), KEYS.get(list));
            if (place.isEmpty()) {
                ours.add(theirs);
            } else if (list.equals("volumes") && isData(theirs)) {
                ours.set(place.get(), theirs);
            } else if (ours.get(place.get()) instanceof ObjectNode mine && theirs instanceof ObjectNode other) {
                merge(mine, other, FieldPath.item(path, index), problems);
            }
        }
    }

    private static Optional<Integer> indexOf(ArrayNode elements, JsonNode key, String field) {
        for (var index = 0; index < elements.size(); index++) {
            if (elements.get(index).path(field).equals(key)) {
                return Optional.of(index);
            }
        }
        return Optional.empty();
    }

    /** The folder of SQLite, whose volume an author may choose. */
    static boolean isData(JsonNode volume) {
        return volume.path("name").asText().equals(RuntimePod.DATA);
    }

    private static Problem taken(String path) {
        return Reason.InvalidWorkload.problem(
                path,
                "field-of-the-operator",
                "the operator sets this field itself",
                "remove it here; spec.workload has fields for resources, image and serviceAccountName");
    }
}
