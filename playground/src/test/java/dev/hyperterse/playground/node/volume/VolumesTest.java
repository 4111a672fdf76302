package dev.hyperterse.playground.node.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VolumesTest {
    private final Container container = new ContainerBuilder()
            .addNewVolumeMount()
            .withName("outer")
            .withMountPath("/var/lib")
            .endVolumeMount()
            .addNewVolumeMount()
            .withName("inner")
            .withMountPath("/var/lib/data/")
            .endVolumeMount()
            .build();
    private final Volumes volumes = new Volumes(Path.of("/folders"), new Pod(), null);

    @Test
    void aPathBelowAMountIsInTheFolderOfTheVolume() {
        assertThat(volumes.real(container, "/var/lib")).hasValue(Path.of("/folders/outer"));
        assertThat(volumes.real(container, "/var/lib/x/y")).hasValue(Path.of("/folders/outer/x/y"));
    }

    @Test
    void theInnermostMountCounts() {
        assertThat(volumes.real(container, "/var/lib/data/x")).hasValue(Path.of("/folders/inner/x"));
    }

    @Test
    void pathWithTheSamePrefixIsUnchanged() {
        assertThat(volumes.real(container, "/var/library")).isEmpty();
        assertThat(volumes.real(container, "file:/var/lib")).isEmpty();
    }
}
