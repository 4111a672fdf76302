package dev.hyperterse.runtime.tool.script.returned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.PromptLeaf.Role;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What the values that scripts of prompts and resources return become, and why others are refused. */
class ReturnedValueTest {
    private static final String REFUSED = "the script returned an unusable value: ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "hi" | user {"type":"text","text":"hi"}
            [{"role":"user","content":"a"},{"role":"assistant","content":{"type":"text","text":"b"}}] | user {"type":"text","text":"a"} assistant {"type":"text","text":"b"}
            {"messages":[{"role":"user","content":{"type":"image","data":"aGk=","mimeType":"image/png"}}]} | user {"type":"image","data":"aGk=","mimeType":"image/png"}
            [{"role":"user","content":{"type":"audio","data":"","mimeType":"audio/wav"}}] | user {"type":"audio","data":"","mimeType":"audio/wav"}
            [{"role":"user","content":{"type":"resource","resource":{"uri":"a://b","text":"x"}}}] | user {"type":"resource","resource":{"uri":"a://b","text":"x"}}
            [{"role":"user","content":{"type":"resource","resource":{"uri":"a://b","mimeType":"a/b","blob":"aGk="}}}] | user {"type":"resource","resource":{"uri":"a://b","mimeType":"a/b","blob":"aGk="}}
            [{"role":"user","content":{"type":"resource_link","uri":"a://b","name":"b","more":1}}] | user {"type":"resource_link","uri":"a://b","name":"b"}
            """)
    void promptMessagesAreWritten(String returned, String written) {
        assertThat(messages(returned)).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            null | must be a text, an array of messages that has one at least, or an object with such messages
            [] | must be a text, an array of messages that has one at least, or an object with such messages
            {"messages":"hi"} | must be a text, an array of messages that has one at least, or an object with such messages
            [null] | messages[0].role must be user or assistant
            [{"role":"system","content":"a"}] | messages[0].role must be user or assistant
            [{"role":"user"}] | messages[0].content.type must be text, image, audio, resource or resource_link
            [{"role":"user","content":{"type":"text"}}] | messages[0].content.text must be a text
            [{"role":"user","content":{"type":"image","data":"a","mimeType":"image/png"}}] | messages[0].content.data must be base64
            [{"role":"user","content":{"type":"image","data":"aGk="}}] | messages[0].content.mimeType must be a text
            [{"role":"user","content":"a"},{"role":"user","content":{"type":"resource","resource":{"uri":"a://b"}}}] | messages[1].content.resource must be an object with either text or blob
            [{"role":"user","content":{"type":"resource","resource":{"text":"a"}}}] | messages[0].content.resource.uri must be a text
            """)
    void invalidMessagesAreRefused(String returned, String why) {
        assertThat(messages(returned)).isEqualTo(REFUSED + why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "hi" | {"type":"text","text":"hi"}
            {"contents":[]} | ~~
            {"contents":[{"text":"hi"}]} | {"type":"resource","resource":{"uri":"read://this","text":"hi"}}
            {"contents":[{"uri":"a://b","mimeType":"a/b","blob":"aGk="}]} | {"type":"resource","resource":{"uri":"a://b","mimeType":"a/b","blob":"aGk="}}
            {"contents":[{"text":"a","blob":"aGk="}]} | the script returned an unusable value: contents[0] must be an object with either text or blob
            {"contents":[{"uri":7,"text":"a"}]} | the script returned an unusable value: contents[0].uri must be a text
            {"contents":[null]} | the script returned an unusable value: contents[0] must be an object with either text or blob
            """)
    void resourceContentsAreWritten(String returned, String written) {
        assertThat(written(new ReturnedContents(), returned)).isEqualTo(written);
    }

    private static String messages(String returned) {
        return written(new ReturnedMessages(), returned);
    }

    /** What is written, or why nothing is. */
    private static String written(ReturnedValue value, String returned) {
        try (var out = new BufferBudget(1 << 20).open(1 << 16)) {
            value.write(JsonMapper.shared().readTree(returned), new ResultWriter(out) {
                @Override
                public Optional<String> uri() {
                    return Optional.of("read://this");
                }

                @Override
                public void role(Role speaker) {
                    out.ascii(out.size() == 0 ? "" : " ").ascii(speaker.name()).ascii(" ");
                }
            });
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        } catch (CallFailure refused) {
            return refused.getMessage();
        }
    }
}
