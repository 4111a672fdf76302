package dev.hyperterse.playground.network;

import dev.hyperterse.playground.node.RunningPod;
import io.fabric8.kubernetes.api.model.Service;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One port of a Service, and which ports of which pods are behind it. */
record ServicePort(
        String namespace,
        String service,
        String name,
        String address,
        int port,
        Map<String, String> selector,
        Optional<Integer> targetPort,
        String targetName) {

    /** None for a Service that has no address, or whose endpoints another controller makes. */
    static List<ServicePort> of(Service service) {
        var spec = service.getSpec();
        var address = spec.getClusterIP();
        if (address == null || !address.startsWith("127.") || spec.getSelector() == null) {
            return List.of();
        }
        return spec.getPorts().stream()
                .map(port -> new ServicePort(
                        service.getMetadata().getNamespace(),
                        service.getMetadata().getName(),
                        port.getName() == null ? "" : port.getName(),
                        address,
                        port.getPort(),
                        Map.copyOf(spec.getSelector()),
                        Optional.ofNullable(port.getTargetPort().getIntVal()),
                        port.getTargetPort().getStrVal() == null
                                ? ""
                                : port.getTargetPort().getStrVal()))
                .toList();
    }

    /** Those pods that would be endpoints. */
    List<InetSocketAddress> backends(List<RunningPod> pods) {
        return pods.stream()
                .filter(RunningPod::ready)
                .filter(pod -> pod.namespace().equals(namespace)
                        && pod.labels().entrySet().containsAll(selector.entrySet()))
                .flatMap(pod -> targetPort
                        .or(() -> Optional.ofNullable(pod.ports().get(targetName)))
                        .map(target -> new InetSocketAddress(pod.address(), target))
                        .stream())
                .toList();
    }
}
