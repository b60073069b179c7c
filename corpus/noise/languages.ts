/** Words of one language, and how its sentences are put together. */
interface Language {
  readonly words: readonly string[];
  readonly space: string;
  readonly stop: string;
}

const spaced = (words: string): Language => ({ words: words.split(" "), space: " ", stop: "." });
const unspaced = (words: string): Language => ({ words: words.split(" "), space: "", stop: "。" });

/** Words for prose; in each language some of those that stand beside secrets, too. */
export const LANGUAGES = {
  "prose, German": spaced(
    "der die das und in mit von nach bei auf Haus Fluss Garten Brücke Winter Straße Fenster Tisch Wald Zug Bahnhof Lehrerin " +
      "Passwort Schlüssel Konto Nummer Geheimnis Zugang Anmeldung Kennwort Rechnung Vertrag läuft liest schreibt öffnet größer " +
      "früher später grün warm leise über während weil wenn obwohl niemals Geburtstag Adresse Telefon Bericht Sitzung Ergebnis",
  ),
  "prose, French": spaced(
    "le la les un une et dans avec pour sur par maison rivière jardin pont hiver été rue fenêtre forêt gare train élève " +
      "mot de passe clé compte numéro secret accès connexion jeton facture contrat marche écrit ouvre ferme trouve français déjà " +
      "où très bientôt vert chaud lumière après pendant parce que jamais naissance adresse téléphone réunion résultat",
  ),
  "prose, Spanish": spaced(
    "el la los una y en con por para sobre casa río jardín puente invierno verano calle ventana bosque tren estación niño " +
      "contraseña clave cuenta número secreto acceso sesión factura contrato camina lee escribe abre cierra mañana también aquí " +
      "después mientras porque nunca verde cálido luz nacimiento dirección teléfono reunión resultado pregunta respuesta",
  ),
  "prose, Italian": spaced(
    "il la gli una e in con per su da casa fiume giardino ponte inverno estate strada finestra bosco treno stazione bambino " +
      "parola chiave conto numero segreto accesso fattura contratto cammina legge scrive apre chiude domani anche qui perché " +
      "dopo mentre mai verde caldo luce nascita indirizzo telefono riunione risultato domanda risposta città",
  ),
  "prose, Portuguese": spaced(
    "o a os uma e em com por para sobre casa rio jardim ponte inverno verão rua janela floresta comboio estação criança " +
      "senha chave conta número segredo acesso sessão fatura contrato anda lê escreve abre fecha amanhã também aqui porque " +
      "depois enquanto nunca verde quente luz nascimento endereço telefone reunião resultado pergunta resposta",
  ),
  "prose, Polish": spaced(
    "dom rzeka ogród most zima lato ulica okno las pociąg dworzec dziecko i w z na do przez hasło klucz konto numer tajemnica " +
      "dostęp logowanie faktura umowa idzie czyta pisze otwiera zamyka jutro także tutaj ponieważ później nigdy zielony ciepły " +
      "światło urodzenie adres telefon spotkanie wynik pytanie odpowiedź żółty źródło",
  ),
  "prose, Turkish": spaced(
    "ev nehir bahçe köprü kış yaz sokak pencere orman tren istasyon çocuk ve ile için şifre parola anahtar hesap numara gizli " +
      "erişim oturum fatura sözleşme yürür okur yazar açar kapatır yarın burada çünkü sonra asla yeşil sıcak ışık doğum adres " +
      "telefon toplantı sonuç soru cevap öğretmen güneş",
  ),
  "prose, Russian": spaced(
    "дом река сад мост зима лето улица окно лес поезд вокзал ребёнок и в с на до через пароль ключ счёт номер тайна доступ " +
      "вход договор идёт читает пишет открывает закрывает завтра также здесь потому позже никогда зелёный тёплый свет " +
      "рождение адрес телефон встреча итог вопрос ответ учитель солнце",
  ),
  "prose, Arabic": spaced(
    "بيت نهر حديقة جسر شتاء صيف شارع نافذة غابة قطار محطة طفل في من إلى على كلمة المرور مفتاح حساب رقم سر دخول فاتورة عقد " +
      "يمشي يقرأ يكتب يفتح يغلق غدا هنا لأن بعد أبدا أخضر دافئ ضوء ميلاد عنوان هاتف اجتماع نتيجة سؤال جواب معلم شمس",
  ),
  "prose, Hindi": spaced(
    "घर नदी बाग पुल सर्दी गर्मी सड़क खिड़की जंगल रेल स्टेशन बच्चा और में से पर पासवर्ड चाबी खाता संख्या गुप्त प्रवेश बिल अनुबंध चलता पढ़ता लिखता " +
      "खोलता कल यहाँ क्योंकि बाद कभी हरा गरम रोशनी जन्म पता फ़ोन बैठक परिणाम प्रश्न उत्तर शिक्षक सूरज",
  ),
  "prose, Japanese": unspaced(
    "家 川 庭 橋 冬 夏 道 窓 森 電車 駅 子供 と は が を に で パスワード 鍵 口座 番号 秘密 アクセス ログイン 請求書 契約 歩く 読む 書く 開く 閉じる 明日 ここ " +
      "なぜなら 後で 決して 緑 暖かい 光 誕生 住所 電話 会議 結果 質問 答え 先生 太陽 です ます でした",
  ),
  "prose, Chinese": unspaced(
    "房子 河流 花园 桥 冬天 夏天 街道 窗户 森林 火车 车站 孩子 和 在 的 了 密码 钥匙 账户 号码 秘密 访问 登录 发票 合同 走 读 写 打开 关闭 明天 这里 因为 " +
      "以后 从不 绿色 温暖 光 出生 地址 电话 会议 结果 问题 回答 老师 太阳",
  ),
  "prose, Korean": spaced(
    "집 강 정원 다리 겨울 여름 거리 창문 숲 기차 역 아이 그리고 에서 비밀번호 열쇠 계좌 번호 비밀 접근 로그인 청구서 계약 걷다 읽다 쓰다 열다 닫다 내일 여기 " +
      "왜냐하면 나중에 결코 초록 따뜻한 빛 출생 주소 전화 회의 결과 질문 대답 선생님 태양",
  ),
} as const satisfies Readonly<Record<string, Language>>;
