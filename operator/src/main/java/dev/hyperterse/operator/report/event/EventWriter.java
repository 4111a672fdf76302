package dev.hyperterse.operator.report.event;

import dev.hyperterse.operator.report.condition.Messages;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import java.util.function.Consumer;

/** Makes events of notices, reported by this pod. */
public final class EventWriter implements Consumer<ConditionEvent> {
    private static final String CONTROLLER = "hyperterse.dev/operator";
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** The API counts bytes. */
    private static final int LONGEST_NOTE = 1_024;

    private static final int LONGEST_NAME = 200;

    private final KubernetesClient client;
    private final String pod;
    private final InstantSource clock;

    public EventWriter(KubernetesClient client, String pod, InstantSource clock) {
        this.client = client;
        this.pod = pod;
        this.clock = clock;
    }

    @Override
    public void accept(ConditionEvent notice) {
        var event = new EventBuilder()
                .withNewMetadata()
                .withNamespace(notice.regarding().getNamespace())
                .withName(name(notice.regarding().getName()))
                .endMetadata()
                .withEventTime(new MicroTime(MICROSECONDS.format(clock.instant())))
                .withReportingController(CONTROLLER)
                .withReportingInstance(pod)
                .withAction("Report")
                .withType(notice.warning() ? "Warning" : "Normal")
                .withReason(notice.reason())
                .withNote(note(notice.note()))
                .withRegarding(notice.regarding())
                .build();
        client.resource(event).create();
    }

    private static String name(String subject) {
        var stem = subject.length() <= LONGEST_NAME ? subject : subject.substring(0, LONGEST_NAME);
        return stem.replaceAll("[^a-z0-9]+$", "") + "." + UUID.randomUUID();
    }

    public static String note(String text) {
        var note = text;
        for (var longest = LONGEST_NOTE; note.getBytes(StandardCharsets.UTF_8).length > LONGEST_NOTE; longest -= 64) {
            note = Messages.bounded(text, longest);
        }
        return note;
    }
}
