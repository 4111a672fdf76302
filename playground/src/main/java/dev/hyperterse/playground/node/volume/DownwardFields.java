package dev.hyperterse.playground.node.volume;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.regex.Pattern;

/** The fields of a pod that its containers may read by path. */
public record DownwardFields(Pod pod, String address, String nodeName, String hostAddress) {
    private static final Pattern ENTRY = Pattern.compile("metadata\\.(labels|annotations)\\['([^']+)']");

    String value(String path) throws CannotStart {
        var metadata = pod.getMetadata();
        var entry = ENTRY.matcher(path);
        if (entry.matches()) {
            var entries = entry.group(1).equals("labels") ? metadata.getLabels() : metadata.getAnnotations();
            return (entries == null ? Map.<String, String>of() : entries).getOrDefault(entry.group(2), "");
        }
        return switch (path) {
            case "metadata.name" -> metadata.getName();
            case "metadata.namespace" -> metadata.getNamespace();
            case "metadata.uid" -> metadata.getUid();
            case "spec.nodeName" -> nodeName;
            case "spec.serviceAccountName" -> pod.getSpec().getServiceAccountName();
            case "status.podIP", "status.podIPs" -> address;
            case "status.hostIP", "status.hostIPs" -> hostAddress;
            default -> throw new CannotStart(CannotStart.CONFIGURATION, "the playground's node has no field " + path);
        };
    }
}
