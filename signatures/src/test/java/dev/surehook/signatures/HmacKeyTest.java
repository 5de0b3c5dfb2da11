package dev.surehook.signatures;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.MacSpi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HmacKeyTest {
    private static final byte[] KEY = "key".getBytes(UTF_8);
    private static final byte[][] CHUNKS = {"The quick brown fox ".getBytes(UTF_8), {}, "jumps".getBytes(UTF_8)};

    @Test
    void chunks_are_signed_as_if_they_were_one() {
        HmacKey key = HmacKey.of("HmacSHA256", KEY);
        byte[] expected = Samples.hmac("HmacSHA256", KEY, "The quick brown fox jumps".getBytes(UTF_8));

        assertThat(key.sign(CHUNKS)).isEqualTo(expected);
        assertThat(key.sign(CHUNKS)).as("signing leaves no trace in the key").isEqualTo(expected);
        assertThat(key.matchesAny(CHUNKS, List.of(new byte[32], expected))).isTrue();
        assertThat(key.matchesAny(CHUNKS, List.of(new byte[32]))).isFalse();
    }

    @Test
    void a_security_provider_whose_macs_cannot_be_cloned_serves_as_well() throws GeneralSecurityException {
        UncloneableMacs provider = new UncloneableMacs();
        Security.addProvider(provider);
        try {
            assertThatThrownBy(() -> Mac.getInstance("HmacUncloneable").clone())
                    .isInstanceOf(CloneNotSupportedException.class);
            HmacKey key = HmacKey.of("HmacUncloneable", KEY);

            assertThat(key.sign(CHUNKS)).isEqualTo(key.sign(CHUNKS)).isEqualTo(Samples.hmac("HmacSHA256", KEY, CHUNKS));
        } finally {
            Security.removeProvider(provider.getName());
        }
    }

    private static final class UncloneableMacs extends java.security.Provider {
        private static final long serialVersionUID = 1;

        UncloneableMacs() {
            super("UncloneableMacs", "1", "MACs without clone, for a test");
            put("Mac.HmacUncloneable", UncloneableMac.class.getName());
        }
    }

    /** Public with a public constructor: the security framework makes it by reflection. */
    public static final class UncloneableMac extends MacSpi {
        private final Mac mac;

        public UncloneableMac() throws GeneralSecurityException {
            this.mac = Mac.getInstance("HmacSHA256");
        }

        @Override
        protected int engineGetMacLength() {
            return mac.getMacLength();
        }

        @Override
        protected void engineInit(Key key, @Nullable AlgorithmParameterSpec params) throws InvalidKeyException {
            mac.init(key);
        }

        @Override
        protected void engineUpdate(byte input) {
            mac.update(input);
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
            mac.update(input, offset, length);
        }

        @Override
        protected byte[] engineDoFinal() {
            return mac.doFinal();
        }

        @Override
        protected void engineReset() {
            mac.reset();
        }
    }
}
