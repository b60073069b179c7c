import { describe, expect, it } from "vitest";
import { fillTemplate } from "../sample/template.ts";
import { seededRandom } from "../sample/random.ts";
import { validate } from "./validate.ts";

describe("mixed_strict", () => {
  it.each([
    "vespa_Lamp51",
    "bosphor-Winter16!",
    "kestrel_Lighthouse78",
    "l4ntern-jun1p3r-{digits:3}",
    "@Lantern5{digits:1}Juniper",
    "hyjten-deF{digits:1}uz-nognoc",
    "Lantern+4{digits:2}",
  ])("takes %s for a password that somebody made up", (template) => {
    const value = fillTemplate(template, seededRandom(template));
    expect(validate("mixed_strict", value)).toBe("valid");
  });

  it.each([
    "release-Notes2024",
    "math.Log10",
    "module.Class12",
    "some_Name",
    "docs_Release1999",
    "12.HashCost",
    "i18next.changeLanguage",
    "SubpixelPass1",
    "vergessen?&lang=de&page=2",
    "SERVICE_1_AUTH_URL=https",
    "BSP-WIN2K8R2-EN$",
    "DESKTOP-7K2Q9ZX",
    "p256ecdsa=",
    "@Column12",
    "HashedPassword()#hash=hashlib.md5",
    "InvalidToken:%s:%d",
    "SolanaWeb3Credentials",
    "o.s.w.Dispatcher",
    "main.a96fa8d273df522f0632.js",
    "Abcdef-123456-ghijkl",
    "id-it-revPassphrase",
    "enableMasterReplicaBalancing2",
    "@db.internal:5432/orders",
  ])("takes %s for what it is called", (value) => {
    expect(validate("mixed_strict", value)).toBe("invalid");
  });
});

describe("mixed", () => {
  it.each([
    "{lower:5}{digits:4}{lower:5}", // a number within a word
    "{lower:7}{digits:3}!",
    "{upper:1}{lower:7}{digits:4}",
    "rC5_{lower:4}.{lower:5}P", // begins like a numbered name, and is none
    "{hex:40}",
    "{lower:4}{digits:2}%21{lower:4}",
    "{lower:5}-{lower:6}-{lower:7}-{lower:5}-{digits:2}", // a passphrase
    "{lower:5}-{lower:6}-{lower:7}-{lower:5}-{digits:2}.", // the same at the end of a sentence
    "{lower:4}.{lower:6}.{lower:5}.{lower:6}.{digits:3}!",
    "{upper:1}{lower:5}-{lower:6}-{lower:6}-{lower:7}{digits:1}",
    "{lower:5}-{lower:6}-{lower:7}{digits:2}", // a passphrase of three words
    "blanket-cupid-harbor4",
    "ps{digits:2}iG_{lower:5}", // begins like a numbered name, and a lone capital follows
    "E%14IF{lower:3}-rI", // no escape in a URL
    "80?x={base62:20}", // begins like a port and a query, and is none
    "string|x:{base62:20}4k9", // begins like what a form's field has to be
    "tok_{base62:22}4k9",
    "{lower:6}+{digits:4}{lower:5}.", // a number between two words
    "{upper:1}{lower:5}-{digits:4}{upper:1}{lower:4}-",
    "{digits:1}{lower:1}{upper:1}{lower:5}", // a digit before a name in camel case, and is none
    "urn:x:{base62:24}7k2", // begins like a registered name, and is none
    "type:{base62:20}4k9",
  ])("takes %s for a secret", (template) => {
    const values = Array.from({ length: 50 }, (_, seed) =>
      fillTemplate(template, seededRandom(`mixed:${seed}`)),
    );
    expect(values.filter((value) => validate("mixed", value) !== "valid")).toEqual([]);
  });

  it.each([
    "sha256_sum",
    "argon2id,",
    "$bcrypt-sha256$2a,5$5Hg1DKFqPE8C2aflZ5vVoe$12BjNE0p7axMg55", // hashes of passwords
    "$scrypt$ln=10,r=8,p=16$TmFDbA",
    "{SSHA512}f/lFQskkl7PdMs4k9TGJ",
    `SHA256:${"aB3x".repeat(10)}aB3`,
    "some-input-field-name2",
    "required|string|min:13|confirmed",
    "Source&#039",
    "TestEnc512x100",
    "3000?event=processed&email=test",
    "core_1.Flags",
    "GetProjectKeyV1ResponseItemMemberApiKeyParams",
    "fetchProjectDefectsByAgeLess15d",
    `pub${"0a1b2c3d".repeat(4)}`,
    "createAwsAuthSigv4aHttpOption",
    "XML::LibXML2",
    "PBKDF2-SHA256",
    "_argon2.PASSWD_MIN2",
    "pass_fds[1];",
    "{crypt}kj8HsGwUBBMQA",
    "vec![0u8;",
    "_async$2(function",
    "Some(password.encode_utf16().chain(Some(0)).collect(",
    "Column(String(255",
    "cee837802578a4fc8854df60529af98c.git",
    "./privateKey.pemutf-8",
    "Configuration=%cfg%%retarget2%",
    "c4e2e_export_ed25519_private_pem",
    "CI.Standard.A1.Flex",
    "required|min_length[8]|string",
    "*-*-os2*",
    "#%PAM-1.0",
    "iv=key[:16",
    "randomBytes(20",
    "CharField(max_length=40",
    "Log2(32)+6",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV", // the example of ULID's specification
    "%1-kontot",
    "GPT-4o-mini",
    "**p12Password**",
    "~A/~B2/s3/aws4_request",
    "apigwv2.ApiKey",
    "=defaultApiKey$1",
    "MyApiKeyThatIsAtLeast20Characters",
    "AROAYBRETNYCYV6ZF2R93",
    "PKCS#12.",
    "&v5.ChangePassword{",
    "metav1.GetOptions{}",
    "Odd((e-2",
    "urn:oasis:names:tc:SAML:1.0:assertion",
    ".concat(e.testCounts.passed)),this.log(Ge.yellow(",
    "Schema$GoogleCloudConnectorsV1Secret",
    "ReCaptchaV3Provider",
    "PBKDF2WithHmacSHA1",
    "HmacSHA256",
    "amzn1.account.AF6RHO7KZU5XRVQJGXK6HEXAMPLE",
    "%s&height=200&locale=%s",
    "airflow.kubernetes.pre_7_4_0_compatibility.secret.Secret",
    "source=mysecret,target=target1",
    "t.ERR_KEY_VERSION_UNSUPPORTED=t.ERR_KEY_DERIVATION_FAIL=t.ERR",
    "maxContentLength:-1",
    "rfc8693#section-2.1",
    "TokensSoFar",
    "Microsoft-IIS/5.0",
    "base64_encode($password",
    "&info3)",
    "_krb5ccname)",
    "*CONFIG_TLS_CIPHER_ALL13",
    "primaryNextBtnHoverBg",
    "PEM/PKCS#8",
    "*v1alpha1.RepoCreds",
    "+r,t.setAttribute(",
    "XOAuth2Token",
    "MSC2974RenegotiateCapabilities",
    "XXH3_128bits",
    "utf8_percent_encode(&password",
    "MD5(CONCAT(MD5(@salt",
    "crate::types::RiStr::mask_password",
    "draft-ietf-oauth-mtls-15",
    "support.function.C99.c",
    "BACKUPFILE=/tmp/blog-$NAME.bak.sql.bz2",
    "#snmpv3_privpassphrase",
    "nextgroup=sysctlTokenEq",
    "IncrementStencilOp",
    "encryptionKey1024",
    "*uint16PasswordAge",
    "0x53c237_53c237",
    "route53:DeleteKeySigningKey",
    `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A${"aB3x".repeat(88)}`,
    "+Ot(t.a));if(",
    "1*non-delimiter",
    "@TESTDIR@/db.2.a",
    "&Tmp-String-3",
    "pbkdf2.RE",
    "$1|time|$1.",
    "pre>$2</pre",
    "masterPasswordWo",
    "sesSmtpPasswordV4",
    "SecurityInputOAuth2",
    "workspaces_streaming_tcp_443",
    "!0}export{y",
    "*tls13.MasterSecret",
    "&user1Password",
    "winreg.KEY_WOW64_32KEY",
    "oauth2_client_secret",
    "oauth2ClientSecret",
    "composer_v1beta1_messages.UserWorkloadsSecret",
    "cryptography_HAS_PSK_TLSv1_3",
    "Ed25519PrivateKey|Ed25519PublicKey",
    "0x0701",
    "lock%26key",
    "ami-0a1b2c3d4e5f6a7b8",
    "KeePassXC2.7",
    "SignalFx",
    "TokenOrComment",
    "ConvertTo-SecureString",
    "application",
    "Uint8Array;",
    "z$1.string(),",
    `BE${"aB3_x".repeat(17)}`,
    "endOfQueueFkSecondPasses",
    "#PersistentTokenBasedRememberMeServices.cookieStolen",
    "passport-oauth2@14.29.4",
    "AnvilToken17B13796",
    "eventUpdatePasswordBody=Ba",
    "/var/log/journal/a6e2966fa0406dd77c0cc4fba9499c24/system.journal",
    "match.guesses_log10",
    "crypto.pbkdf2Sync(encryptionKey",
    "config2.secrets?.required",
    "t.userPassword,ownerPassword:t.ownerPassword",
    "import_chunk_2ESYSVXG.__esm)({",
    "errors.E0000018",
    "CONFLICT|10",
    "unicode/1f336.png?v8",
    "filename=Invoice(1).pdf",
    "------WebKitFormBoundaryTB2MiQ36fnSJlrhY",
    "AuthenticationMD5Password",
    "MarkdownItToken",
    "xterm256Foreground",
    "latest1stSpyCall",
    "startTagInHeadNoScript",
    "allowImportingTsExtensions",
    "orders-cache-staging-eu-12",
    "harbor-lantern-orchid-staging-01",
    "harbor-lantern-12",
    "md5OfMessage",
    "oauth2UIState",
    "harbor-lantern-ingress2",
    "vscode-spacing-size80",
    "jackson-module-kotlin2",
    "type.reserved.$0",
    "harbor-lantern-orchid-meadow",
  ])("takes %s for a name", (value) => {
    expect(validate("mixed", value)).toBe("invalid");
  });

  it("takes letters in a jagged order for a secret, and words in camel case for none", () => {
    expect(validate("mixed", "aBcDeFgHkLmNpQ")).toBe("valid");
    expect(validate("mixed", "parseTokenFromRequest")).toBe("invalid");
  });
});
