package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.SessionEra.Ending;
import dev.hyperterse.runtime.mcp.SessionEra.Listening;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class EraSelectorTest {
    private static final String OLD = "old";
    private static final String NEW = "new";

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final LiveCatalogs catalogs = FakeLinker.catalogs(new FakeLinker());
    private final List<String> asked = new ArrayList<>();
    private final List<LiveCatalog> answeredFrom = new ArrayList<>();
    private final OpenStreams streams = new OpenStreams(catalogs, InstantSource.system(), StreamTimings.standard());
    private final EraSelector selector = new EraSelector(
            new InFlightCalls(deadlines),
            streams,
            new ServedVersions(List.of(NEW, OLD)),
            new WithSessions(),
            new Modern());

    @AfterEach
    void stop() {
        streams.close();
        deadlines.close();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', legacy",
        "old, '', legacy",
        "'', old, legacy",
        "new, '', modern",
        "'', new, modern",
        "new, new, modern",
    })
    void namedVersionSelectsTheEra(String metadata, String header, String era) {
        post(request(metadata), header);

        assertThat(asked).containsExactly(era);
    }

    @ParameterizedTest
    @CsvSource({"other, ''", "'', other", "other, other"})
    void unknownVersionIsRefusedWithTheSupportedOnes(String metadata, String header) {
        var answer = post(request(metadata), header);

        assertThat(asked).isEmpty();
        assertThat(answer.at("/id").intValue()).isEqualTo(7);
        assertThat(answer.at("/error/code").intValue()).isEqualTo(-32022);
        assertThat(answer.at("/error/data"))
                .isEqualTo(Leaves.json("{\"supported\":[\"new\",\"old\"],\"requested\":\"other\"}"));
    }

    @ParameterizedTest
    @CsvSource({"new, old", "old, new", "other, new", "new, other", "other, old", "old, other"})
    void differentVersionsInHeaderAndMetadataAreAMismatch(String metadata, String header) {
        var answer = post(request(metadata), header);

        assertThat(asked).isEmpty();
        assertThat(answer.at("/id").intValue()).isEqualTo(7);
        assertThat(answer.at("/error/code").intValue()).isEqualTo(-32020);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":7}", "{", "7", "[]"})
    void malformedMessageIsRefusedBeforeAnyEra(String body) {
        assertThat(post(body, NEW).has("error")).isTrue();
        assertThat(asked).isEmpty();
    }

    @Test
    void batchBelongsToTheEraWithBatches() {
        post("[" + request("") + "," + request(OLD) + ",{\"id\":7}]", OLD);

        assertThat(asked).containsExactly("batch");
    }

    @ParameterizedTest
    @CsvSource({"'', new", "new, ''", "new, old", "old, new"})
    void batchOfAnEraWithoutBatchesIsRefusedAsAWhole(String metadata, String header) {
        var answer = post("[" + request("") + "," + request(metadata) + "]", header);

        assertThat(asked).isEmpty();
        assertThat(answer.at("/id").isNull()).isTrue();
        assertThat(answer.at("/error/code").intValue()).isEqualTo(-32600);
        assertThat(answer.at("/error/message").stringValue()).contains("protocol new has no batches");
    }

    @ParameterizedTest
    @CsvSource({"'', other", "other, ''", "other, old"})
    void batchWithAnUnknownVersionIsRefusedAsAWhole(String metadata, String header) {
        var answer = post("[" + request("") + "," + request(metadata) + "]", header);

        assertThat(asked).isEmpty();
        assertThat(answer.at("/error/code").intValue()).isEqualTo(-32022);
        assertThat(answer.at("/error/data/requested").stringValue()).isEqualTo("other");
    }

    @Test
    void eraWithoutSessionsOffersNoStreamAndNoEnd() {
        var live = live(1);

        assertThat(selector.listen(caller(NEW), live, 1)).isInstanceOf(Listening.NotOffered.class);
        assertThat(selector.end(caller(NEW), live)).isInstanceOf(Ending.NotOffered.class);
        assertThat(selector.listen(caller("other"), live, 1)).isInstanceOf(Listening.Refused.class);
        assertThat(selector.end(caller("other"), live)).isInstanceOf(Ending.Refused.class);
        assertThat(asked).isEmpty();
        selector.listen(caller(""), live, 1);
        selector.end(caller(OLD), live);
        assertThat(asked).containsExactly("listen", "end");
    }

    @Test
    void swapAfterAdmissionDoesNotChangeTheAnsweringCatalog() {
        var admittedBy = live(1);
        live(2);
        var bytes = request(OLD).getBytes(StandardCharsets.UTF_8);

        selector.post(bytes, bytes.length, caller(""), admittedBy, CallStream.NONE);
        selector.listen(caller(""), admittedBy, 1);
        selector.end(caller(""), admittedBy);

        assertThat(answeredFrom).hasSize(3).containsOnly(admittedBy);
    }

    private LiveCatalog live(long sequence) {
        return catalogs.swap(Servers.searching().catalog(sequence)).live();
    }

    private JsonNode post(String body, String header) {
        var live = live(1);
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var answer = selector.post(bytes, bytes.length, caller(header), live, CallStream.NONE);
        return Leaves.json(answer.length() == 0 ? "{}" : new String(answer.bytes(), StandardCharsets.UTF_8));
    }

    private static String request(String version) {
        var metadata = version.isEmpty()
                ? ""
                : ",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + version + "\"}}";
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"" + metadata + "}";
    }

    private static Caller caller(String version) {
        return Caller.anonymous(Optional.empty(), Optional.of(version).filter(named -> !named.isEmpty()));
    }

    private Answer ask(String era, LiveCatalog live) {
        answeredFrom.add(live);
        asked.add(era);
        return new Answer.Nothing();
    }

    private final class Modern implements Era {
        @Override
        public boolean recognizes(String version) {
            return NEW.equals(version);
        }

        @Override
        public Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
            return ask("modern", live);
        }
    }

    private final class WithSessions implements SessionEra {
        @Override
        public boolean recognizes(String version) {
            return OLD.equals(version);
        }

        @Override
        public Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
            return ask("legacy", live);
        }

        @Override
        public Answer batch(List<PostedMessage> messages, Caller caller, LiveCatalog live, CallStream stream) {
            return ask("batch", live);
        }

        @Override
        public Listening listen(Caller caller, LiveCatalog live, int most) {
            ask("listen", live);
            return new Listening.Full();
        }

        @Override
        public Ending end(Caller caller, LiveCatalog live) {
            ask("end", live);
            return new Ending.Ended();
        }

        @Override
        public void beginShutdown() {
            asked.add("leave");
        }
    }
}
