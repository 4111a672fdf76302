package dev.hyperterse.catalog.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.CatalogException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionKeysCodecTest {
    private static final String SECRET = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    @Test
    void anEntryIsTheIdAndTheSecretWithoutPadding() {
        var keys = new SessionKeys(key("b", 100), key("a", 0), Optional.empty());

        assertThat(SessionKeysCodec.encode(keys)).containsOnlyKeys("current", "next");
        assertThat(SessionKeysCodec.encode(keys).get("current")).asString().isEqualTo("a." + SECRET);
    }

    @Test
    void keysSurviveTheRoundTrip() {
        var random = new SecureRandom();
        var first = SessionKeys.random(random);
        var rotated = first.rotated(SessionKey.random(random));

        assertThat(SessionKeysCodec.decode(SessionKeysCodec.encode(first))).isEqualTo(first);
        assertThat(SessionKeysCodec.decode(SessionKeysCodec.encode(rotated))).isEqualTo(rotated);
    }

    @Test
    void aRotationMovesEachKeyOnePlace() {
        var rotated = new SessionKeys(key("b", 1), key("a", 0), Optional.of(key("z", 9))).rotated(key("c", 2));

        assertThat(rotated).isEqualTo(new SessionKeys(key("c", 2), key("b", 1), Optional.of(key("a", 0))));
    }

    @Test
    void aMissingEntryIsNamed() {
        assertThatThrownBy(() -> SessionKeysCodec.decode(edited(entries -> entries.remove("next"))))
                .isInstanceOf(CatalogException.class)
                .hasMessage("the session keys have no entry 'next'");
    }

    @Test
    void entriesOfOtherNamesAreLeftOut() {
        assertThat(SessionKeysCodec.decode(edited(entries -> entries.put("note", new byte[] {1}))))
                .isEqualTo(SessionKeysCodec.decode(edited(entries -> {})));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "a",
                "a.",
                "." + SECRET,
                SECRET,
                "a." + SECRET + "\n",
                "a." + SECRET + "AA",
                "a.short",
                "a b." + SECRET,
                "a.?" + SECRET,
                "a.b." + SECRET
            })
    void aFaultyEntryIsNamedAndNotQuoted(String faulty) {
        assertThatThrownBy(() -> SessionKeysCodec.decode(edited(entries -> entries.put("previous", bytes(faulty)))))
                .isInstanceOf(CatalogException.class)
                .hasMessage("entry 'previous' of the session keys is not <id>.<base64url of 32 bytes>")
                .hasNoCause();
    }

    @Test
    void twoKeysOfOneNameCannotBeUsed() {
        assertThatThrownBy(() -> SessionKeysCodec.decode(edited(entries -> entries.put("next", bytes("a." + SECRET)))))
                .isInstanceOf(CatalogException.class)
                .hasMessageContaining("two session keys have the same id: [a, a]");
    }

    @Test
    void aRepairKeepsWhatCanBeRead() {
        var previous = key("z", 9);
        var fresh = key("f", 50);
        var whole = new SessionKeys(key("b", 100), key("a", 0), Optional.of(previous));

        assertThat(SessionKeysCodec.repair(broken(whole, "next"), () -> fresh))
                .isEqualTo(new SessionKeys(fresh, key("a", 0), Optional.of(previous)));
        assertThat(SessionKeysCodec.repair(broken(whole, "previous"), () -> fresh))
                .isEqualTo(new SessionKeys(key("b", 100), key("a", 0), Optional.empty()));
    }

    @Test
    void aLostKeyIsReplacedByTheNextKey() {
        var whole = new SessionKeys(key("b", 100), key("a", 0), Optional.empty());

        assertThat(SessionKeysCodec.repair(broken(whole, "current"), () -> key("f", 50)))
                .isEqualTo(new SessionKeys(key("f", 50), key("b", 100), Optional.empty()));
    }

    @Test
    void aRepairOfNothingMakesEverythingAnew() {
        var repaired = SessionKeysCodec.repair(Map.of(), () -> SessionKey.random(new SecureRandom()));

        assertThat(SessionKeysCodec.decode(SessionKeysCodec.encode(repaired))).isEqualTo(repaired);
    }

    @Test
    void aRepairLeavesNoTwoKeysOfOneName() {
        var entries = edited(it -> {
            it.put("next", bytes("a." + SECRET));
            it.put("previous", bytes("a." + SECRET));
        });

        assertThat(SessionKeysCodec.repair(entries, () -> key("f", 50)))
                .isEqualTo(new SessionKeys(key("f", 50), key("a", 0), Optional.empty()));
    }

    @Test
    void theTextOfAKeyHidesItsSecret() {
        var keys = SessionKeysCodec.decode(edited(entries -> {}));

        assertThat(keys).asString().contains("SessionKey[a]").doesNotContain(SECRET);
    }

    @Test
    void theSecretOfAKeyCannotBeChangedFromOutside() {
        var key = key("a", 0);

        key.secret()[0] = 99;

        assertThat(key).isEqualTo(key("a", 0)).isNotEqualTo(key("a", 1));
    }

    private static Map<String, byte[]> edited(Consumer<Map<String, byte[]>> edit) {
        var entries =
                new HashMap<>(SessionKeysCodec.encode(new SessionKeys(key("b", 100), key("a", 0), Optional.empty())));
        edit.accept(entries);
        return entries;
    }

    private static Map<String, byte[]> broken(SessionKeys keys, String entry) {
        var entries = new HashMap<>(SessionKeysCodec.encode(keys));
        entries.put(entry, bytes("nonsense"));
        return entries;
    }

    /** A key whose bytes count up from that number. */
    private static SessionKey key(String id, int first) {
        var secret = new byte[SessionKey.BYTES];
        for (var at = 0; at < secret.length; at++) {
            secret[at] = (byte) (first + at);
        }
        return new SessionKey(id, secret);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
