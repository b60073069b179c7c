/**
 * Given names that are frequent in some sixty countries, without accents and without a vowel at the end of longer ones, so that
 * Maria, Marie and Mario are one. Words that texts are full of ("time", "can") are left out.
 */
const NAMES = `
aaron abdul abdullah abeb aben abhishek abigail achieng adaez adam ade adity adriaan adrian adrien agath agnes
agnieszk agus agustin ahmad ahmed ahmet aigerim ainho aino aish aisyah aitor ajay ake akiny akir akua alain alan
alba albert aldo alejandr aleksandar aleksandr aleksey alemu alen ales alessandr alessi alexander alexandr
alexandru alexe alexis alfi alfred ali alic alici alin almaz alois alva alvar ama aman amand amandin amber ameli
amin aminat aminu amir amit ampar amy ana anahit anan anany anastasi anatoly anders anderson andi andr andras andre
andreas andree andrej andres andrew andrey andris andrius andriy andrzej angel angeles angelik anh ani anil anit
anja anjal ankit ann anna anne annel annemari anni annik anouk anthony antj antoin anton antoni antoniett antonin
antt anu aoi aoif apiny arben archi ari ariel arjun armand armen arne artem arthur artur arun asha ashley ashok
astrid athanasios attil audrey aureli ausr ava avigail avraham axel ayse ayu aziz balazs baptist barak barbar
barbor bart bartosz bas beatric beatriz bekel ben benc bengt benjamin benoit bent berit bernard bernd bert besnik
bettin betty beverly bianc bilal biljan billy birgit birgitt birth bishal bjarn bjorg bjorn blert bobby bogdan
bohdan bojan bola boris bozen bram brandon brank brend brendan brian brigitt brittany bruc brun bryan budi burak
busr callum cameli camil camill carl carlos carmel carmen carol carolyn carsten catalin catarin caterin catherin
cedric celin cem cesar chaiwat chamind chantal charles charli charlott chen cheryl chiar chid chinedu chiom chlo
choi christ christian christin christoph christopher christos ciaran ciprian clair clar claud claudi claus clement
cliv colin concepcion concett conor constantin consuel corinn corneli cornelis costin craig cristian cristin csab
curtis cynthi daan dagmar daik dana daniel daniell danut dari darius dariusz darren david davit dawit deborah debr
declan deepak deepik dejan delphin denis dennis derek dery deshawn desislav despin detlef dewi dian didier dieg
dieter dilek dilnoz dimitar dimitr dimitrios dimitris dinesh diog dirk divy dmitr dmitry dmytr doin dolores domenic
dominik dominiqu donald donn dora doris dorot dorothy douglas dragan drit duart duc dumitru dusan dusk dylan ebba
eberhard ebony ebru edgars edith edoard edson eduard edward edyt eero eeva egle einar eirik eitan ekaterin eko elen
eleonor elfried elias elijah elin elis elisabeth elisk elizabeth elke ella elli elodi els elzbiet emanuel emek emil
emili emily emin emma emmanuel emre emyr encarnacion enric enriqu enzo eoin eric erik ernest ernst erzsebet esi
espen esra esteban esther eszter ethan etienn eugen eva evelyn evgeny ewa fabi fabian fabien faisal fara farah
farhad farhan fatih fatim fatm fatou federic felip felix femk fenn ferenc fergal fernand filip filipp finn fion
fitr flemming fleur florentin florian florin folak franc frances francesc francisc francois frank frantisek franz
franzisk freddi frederic frederik fredrik frej frey frid fried friedrich gabor gabriel gabriell gael galin gamz
ganesh gareth gary gaurav geet geir geneviev gennar geoffrey georg georges georgian georgios gerald gerard gerd
gergan gerhard gerrit gertrud gheorgh giacom gianluc gilles gillian giorg giorgi giorgos giovann girm gisel gitt
giuli giusepp giuseppin goncal gonzal goran gordan graham grazyn gregor gregory gret griet grzegorz guadalup gudrun
guillaum guillerm gulsen gunill gunnar gunter gunther gustav gwen gyorgy gyul haakon hafiz hail hailu haim hakan
halil halin halyn hamid hamz hana hanif hann hannah hannu hans harish harold harry hartmut harut hasan hassan hatic
hayk hazel heather hector hege heid heik heikk heinz helder helen helg helmut hemi hendr hendrik henk henr henrik
henry henryk hermann hild hildegard hina hind hirosh hoang holger hong horst hossein hrist huda hugh hugo hui huly
hung huong huseyin hussein ian ibrahim ida ifeany ignaci igor ihor iker ilari ildik ilon ilse ilya ilze iman imogen
imran imre indr ines inge inger ingrid ioan ioann ioannis ion ionut iren irin iris irmgard iryn isabel isabell isla
ismail istvan ito itziar ivan ivank ivet ivo iwon jaan jack jacob jacobus jacquelin jacques jade jadwig jaim jakob
jakub jamal james jan jana jane janet janez janic janin janis jann jannik janos jari jarmil jaroslav jason javier
jean jeann jef jeffrey jelen jennifer jenny jens jeremy jeroen jerom jerry jerzy jesper jess jessic jing jiri jitk
joan joann joao joaquim joaquin joe johan johann johannes john johnny joko jolant jon jonas jonathan joost jord
jordan jorg jorgen joris jose josef josefin josep joseph josett joshu josip jovan joyc joze jozef jozsef juan judit
judith judy juergen juha juhan jukk jules juli julian juliann julien juliet juliett juma jun jung juraj jurgen
jurgit juris juss justin justyn jutt jyot kacper kadir kadr kai kair kais kalev kalliop kaloyan kamau kamil kany
karel karen kari karim karin karl karolin karoly karthik kasper kata katalin katarin katarzyn katerin kateryn
katharin katherin kathleen kathrin kathryn katrien katrin kavit kayl kazimierz kazuk kebed kees keik keish keith
kelly kemal kenj kenneth kerem kerstin kevin khadij khalid kim kimberly king kipchog kiran kiril kirill kirsten
kjell klar klaus knut kobayash koen kofi konstantin konstantinos kostas krasimir kristian kristin kristyn krisztian
krisztin krystyn krzysztof kseni kumar kurt kwam kyle ladislav laetiti lajos lakshm lan laris lariss larry lars
lass laszl lata latoy laur lauren laurent lawrenc layl lea leandr leen lei leil lena lene lenk lennart leo leon
leonard leoni leonor lerat lestar letici levan levent levi lewis liam lieselott liev liga liis lind ling linh linne
lis lisa liu liv livi liviu ljiljan logan loic lola loren lorenz lori lorrain lott louis lubomir luc luca lucas
luci lucian lucij lucy ludmil ludvig luig luis luka lukas lukasz lurdes luz lynn lyubomir lyubov lyudmil maarit
maarten maciej madelein mads magdalen magnus mahesh mahmoud mahmut mai maja makot maksim male malgorzat malik malin
mamadou manfred manoj manon mantas manuel marc marcel marci marcin marcos marcus mareik marek maren margaret
margarid margarit margaux margit margot mari marian mariann mariek marij marilyn marin marion marit mariusz mariy
marj mark markku markus marlen marloes mart marth martijn martin martins mary maryam masat massim mate matej mateus
mateusz mathias mathieu mathild matij matild matt matte matthew matthias matthieu matti mattias maureen maurizi max
maxim maximilian meen megan mehd mehmet mei melani mele meliss mercedes meron merv meryem mett mia michael michal
michalis michel michell miek miguel miha mihael mihaly mika mikael mikel mikhail mikk mikkel miklos milan milic
milos mindaugas ming minh minn mireill miriam mirjam mirjan miroslav mohamed mohammad mohammed mojc molly monic
monik moniqu monts montserrat moritz morten mosh mouss muhammad mukesh murat muriel musa mustaf mwang mykol nada
nadezhd nadi nadin nadj nakamur nancy naok narek nasreen nasser natali nataliy nataly nathali nathan nattapong
naveen nebojs neha neil nele nemanj ngoz nguyen niamh nicholas nicol nicola nicolas nicolet niels nigel nikhil
niklas nikol nikola nikolaj nikolaos nikolay nikos nils nimal nina nino nish njer njorog nkech noa noah noam noem
noms noor nora norbert nuno nur nuri nurlan nurul oana obinn ocean odil oksan olaf olafur olav ole oleg oleksandr
oleksiy olga olha oliver olivi olivier olli olumid oluwafem oluwaseun omar omer ondrej onur orsoly oscar oskar
osman otien otto ousman outi owen ozlem pabl padraig paiv pal pamel panagiotis paol paris pascal patrici patrick
patrizi paul paulin pavel pavl pawel pedr pekk penk pernill petar peter petr petronell petros petru petrus pham
phan philip philipp phillip pia pierr piet pieter pietr pilar pinar piotr piret pirj pirkk pirosk plamen polin pooj
poppy poul pradeep prakash prane prasit preet primoz priscil priy putr qiang quentin rachel radek radh radk radu
rafael rafal raffael ragnhild rahmat rahul raimund rainer raj rajesh ralf ralph raluc ramazan ramesh ramon randy
rani raquel rasa rashid rasmus rastislav raul ravi raymond razvan rebecc recep regul rein reinhard reka rekh remi
renat rene reto reza rhys ricard riccard richard rick riitt rikk rina rita ritu ritv rizky robert roci rodic rodrig
roger rohan rohit roland romain roman ronald roos rosa rosangel rosari rosemari rosi rosits roswith roxan roy ruben
rubin rui rumen russell ruta ruth ryan ryszard sabin sadi saga sakur saleh salih sally salm salvator samanth sami
samir samuel sandeep sander sandor sandr sandrin sanjay sann sara sarah sari saski sato satosh satu scott seamus
sean sebastia sebastian sebastien seij selam selin sepp seren serg serge sergey sergi serhiy serif serkan severin
sevim shahid sharon sheil shir shirin shirley shlom shrey shwet sibel sigrid sigridur sigurd sigurdur silj silk
silvan silvi simon sindr sinead singh siobhan sion siph siriporn sita siti sjoerd slavic slobodan sneh snezan sofi
solang solveig somcha somsak soni sonj sophi soren sorin sota spel spyros srdjan sri stanislav stanislaw stavros
stefan stefani stephan stephani stephen steven stian stijn stjepan stoyan stuart sujat suleyman sultan sunil sunit
sunniv suresh susan susann suzann suzuk svein sven svenj svetlan svitlan swat sylvain sylvi sylwi szilvi szymon
tadess tadeusz tahir takahash takash tamar tamas tanak tane tanj tao tapi taras tariq tarir tarj tatian tatjan
tatyan teemu teres terez terj terry tesfay tess tetyan thab thanasis thand thea theo theres theresi thi thiag
thierry thijs thomas thorsteinn thorsten tiag tibor tigist tiin tiit tim timo timothy timur tina tobias todor tom
tomas tomasz tomislav tommas tomok toomas tor torben torbjorn torsten tracey tran travis trevor trin trond tsvetan
tuan tudor tund tuomas tuul tyler tyron uche ugur ulrich ulrik urmas urs ursin ursul urszul usha uwe vaclav vadim
valentin valeri vaness varun vasil vasilik vasilis vasyl veikk vera veronic veronik veroniqu vesn vicent victor
vijay vikram viktor viktori vill vincent vincenz viorel vioric virgini vitaly vitor vivek vlad vladimir vojtech
volkan volker volodymyr vytautas wagner wahyu walid walter waltraud wang wanjiku wanjiru watanab wayn wei wench
wendy werner wicha wieslaw wilhelm wilhelmin willem william wilm wim wojciech wolfgang wouter xavier xiao ximen xin
yaakov yael yamamot yan yang yann yannis yant yaroslav yasin yasmin yaw yevhen ying yohannes yoko yoland yordan
yordank yosef yousef youssef yuki yuko yuli yuliy yuri yusuf yuto yves yvett yvonn zachary zahr zainab zanel
zbigniew zdenek zdenk zehr zelih zeljk zeynep zhang zhao zhou zoe zofi zoltan zoran zoric zsofi zsolt zsuzsann
zuzan zuzann`;

/** So long a name keeps its last vowel. */
const MIN_STEM = 4;
const STEMS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

/** Is a word of letters in lower case, without accents, a given name? */
export const isGivenName = (word: string): boolean =>
  STEMS.has(word.length > MIN_STEM ? word.replace(/[aeio]$/, "") : word);
