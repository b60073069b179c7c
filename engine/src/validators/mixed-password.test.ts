import { describe, expect, it } from "vitest";
import { fillTemplate } from "../sample/template.ts";
import { seededRandom } from "../sample/random.ts";
import { validate } from "./validate.ts";

describe("mixed_password", () => {
  it.each([
    "lunadaisy{digits:2}",
    "sakuraamelie{digits:1}",
    "harborlantern2{digits:2}7!",
    "olga2{digits:2}7",
    "gfhjkm{digits:2}8",
    "no.more.yellows.{digits:1}7",
    "l4ntern-juniper-{digits:2}7",
    "sunset-lizard-{digits:2}7",
    "KA-XR4{digits:2}8",
    "{digits:4}-{digits:4}-{digits:4}-{digits:4}-{digits:4}",
    "tom19{one:67|72|85}",
    "MyLanternRocks_",
    "garden_rocket_lantern{digits:1}8",
    "sandal_island{digits:2}",
    "{upper:1}{lower:7}{digits:4}",
    "mango6{digits:3}8",
    "feather7{digits:4}2",
    "otter-copper{digits:2}-nutmeg-dolphin",
    "harbor.lantern.biscuit{digits:1}.umbrella",
    "wombat_cactus{digits:2}_willow_bishop_lantern",
    "{digits:4}-naranja-{digits:4}", // a word between two numbers
    "[Lantern]{digits:3}",
    "LANTERN{digits:2}XX",
    "MidsommarLantern?", // words run together and a sign, or three of them
    "CorazonRamenZomer",
    "saddle-falcon-pirate-Rocket{digits:1}",
    "Breeze-Pirate-9{digits:3}-needle",
    "8gzrw-97ybu-sim4x-8k{digits:1}nq", // groups of letters and digits
    "DEV4-9SI0Y-43IJ-7K{digits:1}Q",
    "{digits:1}zalqyyuwkx", // letters by chance
    "h6zeyarywdwztrj",
    "jintian{digits:6}7",
    "hammock4{digits:2}5", // words that hold one of programs by chance
    "yaz-kaffe-{digits:2}",
    "kotek_merdeka-violet{digits:1}6",
    "wombat:P4{digits:2}",
    "VYaoX*I!Wplrc*H",
    "pioggia_pioggia{digits:2}", // a word twice
    "eexooki{one:6|8|9}ei", // what pwgen makes
    "rainbow{digits:2}",
    "copper_tWsvEW{one:PB|KZ}", // a word and letters by chance
    "$puzzle$0{digits:2}Cuore", // begins like a hash of a password, and is none
  ])("takes %s for a password that a person chose", (template) => {
    for (let seed = 0; seed < 20; seed++) {
      const value = fillTemplate(template, seededRandom(`chosen:${seed}`));
      expect(validate("mixed_password", value)).toBe("valid");
      expect(validate("mixed_loose", value)).toBe("valid");
    }
  });

  it.each([
    "testpassword123",
    "mysecretvalue1",
    "changemeplease12",
    "qwertzuiop123",
    "hunterhunter2",
    "user_name12",
    "db_password2",
    "s3cret-bucket-204",
    "k8s-cluster-0417",
    "container12",
    "postgres16",
    "abc12345",
    "olga1234",
    "hello123",
    "office365",
    "python312",
    "my_app_config2",
    "lunadaisy",
    "lunadaisy1985x",
    "mango12345",
    "mango654321",
    "mango202403",
    "web-copper2-nutmeg-dolphin",
    "user_page2_lantern_title",
    "2024-march-2025",
    "TryAgainLater!",
    "InvalidCredentialsForm",
    "node1-east2-data3-blue4",
    "qwertzuiop1",
    "abcdefgh1",
    "aaaabbbb1",
    "kubernetes1",
    "encrypted1",
    "mockserver4975",
    "123a-456b-789c-012d", // hexadecimal in groups
    "node1-east2-data3-9blue", // one group with a digit before its letters
    "LovelyHostingGarden!", // holds a word of programs
    "gardens/1234",
    "xkcdxkcd1", // the same again
    "zzzkqwpl1",
    "addr2line", // a number that is a word
    "mylog4things",
    "utf8words",
    "user_user12",
    "backup12",
    "asdfasdf_asdfasdf1",
    "ABC-1234?", // an issue
    "h0d838ea45f1e73b3", // what Rust appends
    "test_getUserById", // a word and a name in camel case
    "copper_onClickNow",
    "copper_antelope",
  ])("does not take %s for one", (value) => {
    expect(validate("mixed_password", value)).toBe("invalid");
  });

  it("leaves them to names that nothing but a password has", () => {
    expect(validate("mixed", "lunadaisy65")).toBe("invalid");
    expect(validate("mixed_strict", "lunadaisy65")).toBe("invalid");
  });
});
