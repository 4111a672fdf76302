package dev.hyperterse.playground.node;

import dev.hyperterse.playground.node.container.Launcher;
import dev.hyperterse.playground.node.volume.ContainerEnvironment;
import dev.hyperterse.playground.node.volume.DownwardFields;
import dev.hyperterse.playground.node.volume.PodFolder;
import dev.hyperterse.playground.node.volume.ReferredObjects;
import dev.hyperterse.playground.node.volume.TokenFile;
import dev.hyperterse.playground.node.volume.VolumeContent;
import dev.hyperterse.playground.node.volume.Volumes;
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
