package dev.hyperterse.operator.workload.manifest;

import java.util.List;

/**
 * The settings of an installation for the workloads of all servers.
 *
 * @param image the runtime of servers that name no other
 * @param pullSecrets names of Secrets that nodes pull images of servers with, in the namespace of each server
 * @param podMetadata beginnings of keys with a domain that authors may set as labels and annotations of pods
 * @param operatorNamespace from where the operator asks replicas what they serve
 */
public record WorkloadSettings(
        RuntimeImage image, List<String> pullSecrets, List<String> podMetadata, String operatorNamespace) {}
