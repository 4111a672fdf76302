package dev.hyperterse.playground.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;

/** The collaborators of a pod's worker. */
record PodParts(PodApi api, PodFolder folder, Volumes volumes, Launcher launcher) {
    static PodParts of(Pod pod, String address, KubernetesClient client, NodeSettings settings) {
        var folder = PodFolder.of(settings.home(), pod);
        var objects = new ReferredObjects(client, pod.getMetadata().getNamespace());
        var fields = new DownwardFields(pod, address, settings.name(), NodeSettings.HOST_ADDRESS);
        var content = new VolumeContent(
                objects,
                fields,
                wanted -> new TokenFile(
                        client, pod, wanted, settings.clock(), settings.timing().tokenRefresh()));
        var volumes = new Volumes(folder.volumes(), pod, content);
        var environment = new ContainerEnvironment(objects, fields, volumes, settings.api());
        return new PodParts(
                new PodApi(client, settings.name()),
                folder,
                volumes,
                new Launcher(settings.images(), volumes, environment, folder));
    }
}
